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
{ int pc_n = sim->n; double *pc_x = sim->x;
#pragma omp parallel for
    for (int i = 0; i < pc_n; i++)
        pc_x[i] *= 2;
#pragma omp metadirective when(user={condition(1)}: parallel for num_threads(pc_n)) default(for)
    for (int i = 0; i < pc_n; i++)
        pc_x[i] += 1;
}
    seed = 0;
}

static int run(struct part *s)
{
    int k = 0;
{ int pc_n = s->n; double *pc_x = s->x; (void)pc_x;
    pc_n++;
#pragma omp parallel
#pragma omp for
    for (int i = 0; i < 5; i++)
        if (i == pc_n)
            k = 5;
#pragma omp parallel num_threads(pc_n\
) reduction(+: k)
    k++;
#pragma omp parallel num_threads(offsetof(struct part, n) + 1) reduction(+: k)
    k += pc_n;
#pragma omp task depend(inout: *pc_x) shared(k) if(0)
    k++;
    _Pragma("omp parallel num_threads(sizeof(\"ab\") > 2 ? pc_n : 1) reduction(+: k)") k++;
s->n = pc_n; }
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
