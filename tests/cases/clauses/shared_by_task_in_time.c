// also: openmp
// Tasks that share a local and end before the region does, and tasks that have a copy of it.
#include <stdio.h>

struct atoms { int n; double *x; };
struct sim { struct atoms *atoms; };
static struct sim *g;

static void run(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n, g->atoms->x)
#pragma omp task default(shared) firstprivate(r)
    r[0] = g->atoms->n;
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task default(shared) firstprivate(r)
        r[1] = g->atoms->n;
    }
#pragma omp parallel num_threads(2)
#pragma omp single nowait
    {
#pragma omp task default(shared) firstprivate(r)
        r[2] = g->atoms->x[0];
    }
#pragma omp taskloop default(shared) firstprivate(r)
    for (int i = 0; i < 1; i++)
        r[3] = g->atoms->n;
#pragma omp task default(shared) if(0) firstprivate(r)
    r[4] = g->atoms->n;
#pragma omp task firstprivate(r)
    r[5] = g->atoms->n;
#pragma omp task default(none) firstprivate(r) shared(g)
    r[6] = g->atoms->n;
#pragma omp taskloop nogroup default(none) firstprivate(r) shared(g)
    for (int i = 0; i < 1; i++)
        r[7] = g->atoms->x[i];
#pragma omp task
    {
#pragma omp task default(shared) firstprivate(r)
        r[8] = g->atoms->n;
#pragma omp taskwait
    }
#pragma omp task default(shared) firstprivate(r)
    r[10] = g->atoms->n;
    for (int i = 0; i < 4; i++)
        if (g->atoms->x[0] > i)
            break;
#pragma omp taskwait
#pragma pointerchain region end
}

static void share(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n)
#pragma omp single
    {
#pragma omp task default(shared) firstprivate(r)
        r[9] = g->atoms->n;
    }
#pragma pointerchain region end
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
