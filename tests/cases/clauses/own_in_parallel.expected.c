// also: openmp openacc
// Roots and subscripts that differ among threads, iterations and tasks: each writes its own local back.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms; };

static void tasks(struct sim *sims)
{
    for (int k = 0; k < 4; k++)
#pragma omp task
    {
{ int pc_atoms_m = sims[k].atoms->m;
        pc_atoms_m += k;
sims[k].atoms->m = pc_atoms_m; }
    }
#pragma omp taskwait
}

int main(void)
{
    struct atoms a[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    struct sim sims[4] = {{&a[0]}, {&a[1]}, {&a[2]}, {&a[3]}};
    int at;
#pragma omp parallel for private(at)
    for (int i = 0; i < 4; i++) {
        struct sim *one = sims, *own = one + i;
        at = 3 - i;
{ int pc_atoms_n = own->atoms->n; int pc_atoms_m = sims[at].atoms->m;
        pc_atoms_n += i;
        pc_atoms_m += at;
#pragma omp simd
        for (int j = 0; j < 4; j++)
            pc_atoms_n += j;
own->atoms->n = pc_atoms_n; sims[at].atoms->m = pc_atoms_m; }
    }
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 4; i++) {
        struct atoms *own = &a[i];
{ int pc_n = own->n;
        int total = 0;
#pragma acc loop seq
        for (int j = 0; j < 4; j++)
            total += j;
        pc_n += total;
own->n = pc_n; }
    }
    tasks(sims);
    for (int i = 0; i < 4; i++)
        printf("%d %d\n", a[i].n, a[i].m);
    return 0;
}
