// also: openacc
// A construct around puts the local on the device: 'present' is right for it in there.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
#pragma acc data copy(pc_atoms_n)
    {
#pragma acc parallel present(pc_atoms_n)
        pc_atoms_n += 1;
    }
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", a.n, b.n);
    return 0;
}
