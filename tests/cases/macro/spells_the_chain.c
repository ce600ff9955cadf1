// A macro spells a part of the chain, and its body names what the region changes by its own name.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define ATOMS atoms
#define CURRENT current
#define SIM global
static int current;
static struct sim *global;

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
    global = sim;
#pragma pointerchain region begin declare(sim->ATOMS->n) // expected-note{{declared here}}
    sum += sim->ATOMS->n;
    sim->atoms = &b; // expected-error[prefix-assigned]{{'sim->atoms'}}
    sum += sim->ATOMS->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[CURRENT]->n) // expected-note{{declared here}}
    sum += sim->list[CURRENT]->n;
    current = 1; // expected-error[subscript-changed]{{'CURRENT'}}
    sum += sim->list[CURRENT]->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(SIM->atoms->m) // expected-note{{declared here}}
    sum += SIM->atoms->m;
    global = 0; // expected-error[prefix-assigned]{{'global'}}
    sum += SIM->atoms->m;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[__LINE__ % 2]->n) // expected-error[unstable-macro]{{chain 'sim->list[__LINE__%2]->n' goes through '__LINE__', which is another value on each use: keep the value in a variable}} expected-note{{declared here}}
    sum += sim->list[__LINE__ % 2]->n;
    sum += sim->list[__LINE__ % 2]->n;
#pragma pointerchain region end
    return sum;
}
