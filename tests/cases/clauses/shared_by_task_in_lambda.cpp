// A task in a lambda shares the lambda's copy of the local, which a 'taskwait' behind the lambda may come too late for.
struct atoms { int n; };
struct sim { atoms *a; };
static sim *g;

void late(double *r)
{
#pragma pointerchain region begin declare(g->a->n) // expected-note{{declared here}}
    auto start = [=] {
#pragma omp task default(shared) // expected-error[local-outlived]{{'default(shared)' of 'omp task' shares the local of chain 'g->a->n'}}
        *r += g->a->n;
    };
    start();
#pragma omp taskwait
#pragma pointerchain region end
}

void in_time(double *r)
{
#pragma pointerchain region begin declare(g->a->n)
    auto start = [=] {
#pragma omp task default(shared)
        *r += g->a->n;
#pragma omp taskwait
    };
    start();
#pragma pointerchain region end
}
