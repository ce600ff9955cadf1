// What 'declare variant' gives for a function may change a chain that the function itself does not.
// run: no
struct atoms { int n; };
struct sim { struct atoms *atoms; };
static struct atoms atoms = {1};
static struct sim sim = {&atoms}, *global = &sim;
int in_parallel(void) { return global->atoms->n += 5; }
#pragma omp declare variant(in_parallel) match(construct={parallel})
int plain(void) { return 2; }

int main(void)
{
    int k = 0;
#pragma pointerchain region begin declare(global->atoms->n) // expected-note{{declared here}}
    k = global->atoms->n;
#pragma omp parallel num_threads(1)
    k += plain(); // expected-warning[aliased-call]{{'plain' could change 'global->atoms->n'}}
    k += global->atoms->n;
#pragma pointerchain region end
    return k > 20;
}
