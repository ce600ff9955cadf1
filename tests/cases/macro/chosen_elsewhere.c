// Conditions in a region that all compilers answer alike, and those of compilers around it.
#include <stdio.h>

#ifdef __clang__
#define ALIGNED __attribute__((aligned(8)))
#define UNUSED(x) ((x) + 1)
#else
#define ALIGNED
#define UNUSED(x) (x)
#endif
struct atoms { int n; };
struct sim { struct atoms *atoms; };

#if defined(__GNUC__)
static int count(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n)
    ALIGNED int more = 1;
#ifdef __linux__
    sim->atoms->n += more;
#endif
#ifdef DEBUG
    sim->atoms->n += 100;
#endif
#ifdef _OPENMP
    more++;
#endif
#if __GNUC__ > 4
#pragma GCC diagnostic ignored "-Wunused" /* not __GNUC__ */
#endif
    sum += sim->atoms->n;
#pragma pointerchain region end
    return UNUSED(sum) - UNUSED(0);
}
#endif

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    printf("%d ", count(&sim));
    printf("%d\n", atoms.n);
    return 0;
}
