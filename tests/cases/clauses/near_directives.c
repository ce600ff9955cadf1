// What looks like a reason to refuse and is none: another variable that threads have of their own, a work share directly
// below its team, a continuation before the next word, a string, 'offsetof' of the member's name, an element that orders.
// args: -fopenmp
#include <stddef.h>
#include <stdio.h>
struct part { int n; double *x; };
static int seed;
#pragma omp threadprivate(seed)
void scale(struct part *sim);
void scale(struct part *sim)
{
#pragma pointerchain region begin declare(sim->x, sim->n)
#pragma omp parallel for
    for (int i = 0; i < sim->n; i++)
        sim->x[i] *= 2;
#pragma omp metadirective when(user={condition(1)}: parallel for num_threads(sim->n)) default(for)
    for (int i = 0; i < sim->n; i++)
        sim->x[i] += 1;
#pragma pointerchain region end
    seed = 0;
}

static int run(struct part *s)
{
    int k = 0;
#pragma pointerchain region begin declare(s->n, s->x)
    s->n++;
#pragma omp parallel
#pragma omp for
    for (int i = 0; i < 5; i++)
        if (i == s->n)
            k = 5;
#pragma omp parallel num_threads(s->\
n) reduction(+: k)
    k++;
#pragma omp parallel num_threads(offsetof(struct part, n) + 1) reduction(+: k)
    k += s->n;
#pragma omp task depend(inout: *s->x) shared(k) if(0)
    k++;
    _Pragma("omp parallel num_threads(sizeof(\"ab\") > 2 ? s->n : 1) reduction(+: k)") k++;
#pragma pointerchain region end
    return k;
}

int main(void)
{
    double x[2] = {1, 2};
    struct part p = {2, x};
    scale(&p);
    printf("%d %g\n", run(&p), x[1]);
    return 0;
}
