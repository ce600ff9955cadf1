// Subscripts that look like side effects or calls, and are none.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[4]; };
#define AT(i) ((i) + 0)

int main(void)
{
    struct atoms a = {1}, b = {2}, c = {3}, d = {4};
    struct sim store = {{&a, &b, &c, &d}}, *sim = &store;
    int i = 1, j = 2, table[2] = {2, 1};
 // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
{ int pc_atoms_n = sim->atoms[i==j]->n; int pc_atoms_n_2 = sim->atoms[(i<=j)+(i!=j)]->n; int pc_atoms_n_3 = sim->atoms[(int)sizeof(char)]->n; int pc_atoms_n_4 = sim->atoms[i?3:0]->n;
    pc_atoms_n += 10;
    pc_atoms_n_2 += 100; // expected-warning[aliased-write]{{'sim->atoms[(i<=j)+(i!=j)]->n' writes member 'n' of chain 'sim->atoms[i==j]->n' by another path}}
    pc_atoms_n_3 += 1000; // expected-warning[aliased-write]{{'sim->atoms[(int)sizeof(char)]->n' writes member 'n' of chain 'sim->atoms[i==j]->n' by another path}}
    pc_atoms_n_4 += 10000; // expected-warning[aliased-write]{{'sim->atoms[i?3:0]->n' writes member 'n' of chain 'sim->atoms[i==j]->n' by another path}}
sim->atoms[i==j]->n = pc_atoms_n; sim->atoms[(i<=j)+(i!=j)]->n = pc_atoms_n_2; sim->atoms[(int)sizeof(char)]->n = pc_atoms_n_3; sim->atoms[i?3:0]->n = pc_atoms_n_4; }
{ int pc_atoms_n_5 = sim->atoms[AT(2)]->n; int pc_atoms_n_6 = sim->atoms[-i+2]->n; // expected-note{{declared here}}
    pc_atoms_n_5 *= 2;
    pc_atoms_n_6 *= 3; // expected-warning[aliased-write]{{'sim->atoms[-i+2]->n' writes member 'n' of chain 'sim->atoms[AT(2)]->n' by another path}}
sim->atoms[AT(2)]->n = pc_atoms_n_5; sim->atoms[-i+2]->n = pc_atoms_n_6; }
{ int pc_atoms_n_7 = sim->atoms[table[i]]->n;
    pc_atoms_n_7 -= 5;
sim->atoms[table[i]]->n = pc_atoms_n_7; }
    printf("%d %d %d %d\n", a.n, b.n, c.n, d.n);
    return 0;
}
