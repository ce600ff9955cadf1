// A directive that a macro spells: its construct would not get the data clause that the local needs.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define TARGET _Pragma("omp target") // expected-note{{macro 'TARGET' is defined here}}
#define DO(x) _Pragma(#x) // expected-note{{macro 'DO' is defined here}}

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->box) // expected-note{{declared here}} expected-note{{declared here}}
    TARGET // expected-error[unknown-construct]{{chain 'sim->atoms->n' is changed under a directive that macro 'TARGET' spells: write a '#pragma'}}
    { sim->atoms->n += 1; }
    DO(acc serial) // expected-error[unknown-construct]{{chain 'sim->atoms->n' is changed under a directive that macro 'DO' spells: write a '#pragma'}}
    { sim->atoms->n += 1; }
    DO(omp parallel for)
    for (int i = 0; i < 4; i++)
        sim->atoms->box[i] += 1;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->box) // expected-note{{declared here}}
    DO(omp target map(tofrom: sim->atoms->box[0:4])) // expected-error[stringized-chain]{{chain 'sim->atoms->box' is turned into a string by macro 'DO'}}
    { sim->atoms->box[0] += 1; }
#pragma pointerchain region end
    return a.n + b.n;
}
