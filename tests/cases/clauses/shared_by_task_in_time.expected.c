// also: openmp
// Tasks that share a local and end before the region does, and tasks that have a copy of it.
#include <stdio.h>

struct atoms { int n; double *x; };
struct sim { struct atoms *atoms; };
static struct sim *g;

static void run(double *r)
{
{ int pc_atoms_n = g->atoms->n; double *pc_atoms_x = g->atoms->x;
#pragma omp task default(shared) firstprivate(r)
    r[0] = pc_atoms_n;
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task default(shared) firstprivate(r)
        r[1] = pc_atoms_n;
    }
#pragma omp parallel num_threads(2)
#pragma omp single nowait
    {
#pragma omp task default(shared) firstprivate(r)
        r[2] = pc_atoms_x[0];
    }
#pragma omp taskloop default(shared) firstprivate(r)
    for (int i = 0; i < 1; i++)
        r[3] = pc_atoms_n;
#pragma omp task default(shared) if(0) firstprivate(r)
    r[4] = pc_atoms_n;
#pragma omp task firstprivate(r)
    r[5] = pc_atoms_n;
#pragma omp task default(none) firstprivate(r) shared(g) firstprivate(pc_atoms_n)
    r[6] = pc_atoms_n;
#pragma omp taskloop nogroup default(none) firstprivate(r) shared(g) firstprivate(pc_atoms_x)
    for (int i = 0; i < 1; i++)
        r[7] = pc_atoms_x[i];
#pragma omp task
    {
#pragma omp task default(shared) firstprivate(r)
        r[8] = pc_atoms_n;
#pragma omp taskwait
    }
#pragma omp task default(shared) firstprivate(r)
    r[10] = pc_atoms_n;
    for (int i = 0; i < 4; i++)
        if (pc_atoms_x[0] > i)
            break;
#pragma omp taskwait
}
}

static void share(double *r)
{
{ int pc_atoms_n = g->atoms->n;
#pragma omp single
    {
#pragma omp task default(shared) firstprivate(r)
        r[9] = pc_atoms_n;
    }
}
}

int main(void)
{
    double x[2] = {3, 4}, r[11];
    struct atoms a = {1, x};
    struct sim s = {&a};
    g = &s;
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
            run(r);
#pragma omp taskwait
        }
        share(r);
    }
    for (int i = 0; i < 11; i++)
        printf("%g\n", r[i]);
    return 0;
}
