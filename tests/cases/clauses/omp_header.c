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
#pragma pointerchain region begin declare(s->a->r, s->a->n)
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < s->a->n; i++)
        s->a->r[i] *= omp_get_num_threads();
#pragma pointerchain region end
}

int main(void)
{
    struct atoms a = {4, {1, 2, 3, 4}};
    struct sim s = {&a};
    scale(&s);
    printf("%g\n", a.r[3]);
    return 0;
}
