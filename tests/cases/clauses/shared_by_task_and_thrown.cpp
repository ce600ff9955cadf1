// A 'throw' leaves the region before the 'taskwait', so that the task may run when the local is gone.
struct atoms { int n; };
struct sim { atoms *a; };
static sim *g;

void out_of_the_region(double *r)
{
#pragma pointerchain region begin declare(g->a->n) // expected-note{{declared here}}
#pragma omp task default(shared) firstprivate(r) // expected-error[local-outlived]{{'default(shared)' of 'omp task' shares the local of chain 'g->a->n'}}
    *r += g->a->n;
    if (*r > 4)
        throw 1;
#pragma omp taskwait
#pragma pointerchain region end
}

void behind_the_wait(double *r)
{
#pragma pointerchain region begin declare(g->a->n)
#pragma omp task default(shared) firstprivate(r)
    *r += g->a->n;
    if (*r > 4)
        r++;
#pragma omp taskwait
    if (*r > 4)
        throw 1;
#pragma pointerchain region end
}
