// A root or a subscript that is the thread's own by its declaration, and has one value for all.
struct atoms { int n, m, on; };
struct sim { struct atoms *atoms, *list[2]; };

int main(void)
{
    struct atoms a = {1, 2, 0}, b = {10, 20, 0};
    struct sim store = {&a, {&a, &b}}, *sim = &store;
    int k = 1;
#pragma omp parallel // expected-note{{'omp parallel' begins here}} expected-note{{'omp parallel' begins here}}
    {
        struct sim *one = sim, *own = one;
#pragma pointerchain region begin declare(own->atoms->n, sim->list[k]->m) // expected-note{{declared here}} expected-note{{declared here}}
        if (a.on) {
            own->atoms->n += 1; // expected-error[write-in-parallel]{{chain 'own->atoms->n' is changed in a region inside 'omp parallel'}}
            sim->list[k]->m += 1; // expected-error[write-in-parallel]{{chain 'sim->list[k]->m' is changed in a region inside 'omp parallel'}}
        }
#pragma pointerchain region end
    }
    return a.n + b.n;
}
