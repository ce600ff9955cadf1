// A macro spells a part of the chain, and its body names what the region changes by its own name.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
#define ATOMS atoms // expected-note{{macro 'ATOMS' is defined here}}
#define CURRENT current // expected-note{{macro 'CURRENT' is defined here}}
#define SIM global // expected-note{{macro 'SIM' is defined here}}
static int current;
static struct sim *global;

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
    global = sim;
#pragma pointerchain region begin declare(sim->ATOMS->n) // expected-error[chain-in-macro]{{chain 'sim->ATOMS->n' comes from the body of macro 'ATOMS'}}
    sum += sim->ATOMS->n;
    sim->atoms = &b;
    sum += sim->ATOMS->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[CURRENT]->n) // expected-error[chain-in-macro]{{chain 'sim->list[CURRENT]->n' comes from the body of macro 'CURRENT'}}
    sum += sim->list[CURRENT]->n;
    current = 1;
    sum += sim->list[CURRENT]->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(SIM->atoms->m) // expected-error[chain-in-macro]{{chain 'SIM->atoms->m' comes from the body of macro 'SIM'}}
    sum += SIM->atoms->m;
    global = 0;
    sum += SIM->atoms->m;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[__LINE__ % 2]->n) // expected-error[unsupported-use]{{chain 'sim->list[__LINE__%2]->n' is used through '__LINE__', which is another value on each use}} expected-note{{declared here}}
    sum += sim->list[__LINE__ % 2]->n;
    sum += sim->list[__LINE__ % 2]->n;
#pragma pointerchain region end
    return sum;
}
