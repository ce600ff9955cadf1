// also: openacc openmp
// Waits that every way from the construct on meets, for its queue or for all.
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
#pragma acc parallel async(1) copy(pc_atoms_n)
    pc_atoms_n += 1;
#pragma acc wait(2, 1)
sim->atoms->n = pc_atoms_n; }
{ int pc_atoms_n = sim->atoms->n;
    for (int i = 0; i < 3; i++) {
#pragma acc parallel async copy(pc_atoms_n)
        pc_atoms_n += 1;
    }
#pragma acc wait
sim->atoms->n = pc_atoms_n; }
{ int pc_atoms_m = sim->atoms->m;
#pragma omp target nowait map(tofrom: pc_atoms_m)
    pc_atoms_m += 1;
#pragma omp taskwait
sim->atoms->m = pc_atoms_m; }
{ int pc_atoms_n = sim->atoms->n;
#pragma acc parallel async(b.m) copy(pc_atoms_n)
    pc_atoms_n += 1;
#pragma acc wait(b.m)
sim->atoms->n = pc_atoms_n; }
    printf("%d %d %d\n", a.n, a.m, b.n);
    return 0;
}
