// A variable that holds a link, the root or the address of a part of the chain; near misses: const, other objects, a hidden one.
#include <stdio.h>

struct atoms { int n, b[4]; };
struct sim { struct atoms *atoms, *other; int *p, k; };

static void grow(struct atoms *a) { __asm__ volatile(""); if (!a) puts("none"); }
static int look(const struct atoms *a) { return a->b[1]; }
static void step(struct sim *sim) { __asm__ volatile(""); if (!sim) puts("none"); }
static void fill(int *p) { __asm__ volatile(""); if (!p) puts("none"); }

int main(void)
{
    int r[2] = {1, 2}, total = 0;
    struct atoms atoms = {2, {1, 2, 3, 4}}, more = atoms;
    struct sim store = {&atoms, &more, r, 1}, *sim = &store, *alias;
    int *k = &sim->k, *q = sim->p, *free = r;
    alias = sim;
int pc_atoms_n = sim->atoms->n; int pc_atoms_b_2 = sim->atoms->b[2]; int pc_k = sim->k; int pc_p_0 = sim->p[0]; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    struct atoms *a = sim->atoms, *o = sim->other;
    int *b = sim->atoms->b + 1;
    total += pc_atoms_n + pc_atoms_b_2 + pc_k + pc_p_0;
    grow(a); // expected-warning[aliased-call]:10{{'a' is passed to 'grow', which could change 'sim->atoms->n'}}
    grow(&a[0]); // expected-warning[aliased-call]{{'a' is passed to 'grow'}}
    step(alias); // expected-warning[aliased-call]{{'alias' is passed to 'step'}}
    fill(b - 1); // expected-warning[aliased-call]{{'b' is passed to 'fill', which could change 'sim->atoms->b[2]'}}
    b[total - 8] = 1; // expected-warning[aliased-write]{{writes member 'b'}}
    *k = 3; // expected-warning[aliased-write]{{'*k' writes member 'k' of chain 'sim->k'}}
    q[1] = 3; // expected-warning[aliased-write]{{'q[1]' writes member 'p' of chain 'sim->p[0]'}}
    total += look(a) + (a == o) + *k + o->b[0];
    grow(o);
    fill(free);
    free[1] = 4;
    {
        struct atoms *a = &more;
        grow(a);
    }

{ int pc_k_2 = sim->k; int pc_atoms_n_2 = sim->atoms->n; // expected-note{{declared here}} expected-note{{declared here}}
    pc_k_2 = ++pc_atoms_n_2;
    total += look(a); // expected-warning[aliased-call]{{'a' is passed to 'look', which could read 'sim->atoms->n'}}
    total += *k; // expected-warning[aliased-read]{{'*k' reads member 'k'}}
sim->k = pc_k_2; sim->atoms->n = pc_atoms_n_2; }
    grow(a);
    printf("%d\n", total + r[0]);
    return 0;
}
