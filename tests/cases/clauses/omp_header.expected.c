// args: -fopenmp
// compilers: gcc
// A source that includes OpenMP's header; LLVM's has text that only OpenMP's own directives make valid.
#include <omp.h>
#include <stdio.h>

#if _OPENMP < 201307
#error "needs target"
#endif

struct atoms { int n; double r[4]; };
struct sim { struct atoms *a; };

static void scale(struct sim *s)
{
{ int pc_a_n = s->a->n; double *pc_a_r = s->a->r;
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < pc_a_n; i++)
        pc_a_r[i] *= omp_get_num_threads();
}
}

int main(void)
{
    struct atoms a = {4, {1, 2, 3, 4}};
    struct sim s = {&a};
    scale(&s);
    printf("%g\n", a.r[3]);
    return 0;
}
