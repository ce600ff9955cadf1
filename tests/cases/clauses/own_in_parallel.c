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
#pragma pointerchain region begin declare(sims[k].atoms->m)
        sims[k].atoms->m += k;
#pragma pointerchain region end
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
#pragma pointerchain region begin declare(own->atoms->n, sims[at].atoms->m)
        own->atoms->n += i;
        sims[at].atoms->m += at;
#pragma omp simd
        for (int j = 0; j < 4; j++)
            own->atoms->n += j;
#pragma pointerchain region end
    }
#pragma acc parallel loop copy(a)
    for (int i = 0; i < 4; i++) {
        struct atoms *own = &a[i];
#pragma pointerchain region begin declare(own->n)
        int total = 0;
#pragma acc loop seq
        for (int j = 0; j < 4; j++)
            total += j;
        own->n += total;
#pragma pointerchain region end
    }
    tasks(sims);
    for (int i = 0; i < 4; i++)
        printf("%d %d\n", a[i].n, a[i].m);
    return 0;
}
