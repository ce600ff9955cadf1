// A region in a function with variable length arrays; a member that points to one cannot be, a root can.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

static double run(int n, struct sim sims[n])
{
    double work[n];
    double total = 0;
#pragma pointerchain region begin declare(sims[1].atoms->r, sims[1].atoms->n)
    for (int i = 0; i < sims[1].atoms->n; i++) {
        double part[i + 1];
        part[i] = sims[1].atoms->r[i];
        work[i] = 2 * part[i];
        total += work[i];
    }
    sims[1].atoms->n = (int)(sizeof work / sizeof(double));
#pragma pointerchain region end
    return total;
}

int main(void)
{
    double r[3] = {1, 2, 3};
    struct atoms a = {0, 0}, b = {3, r};
    struct sim sims[4] = {{&a}, {&b}, {&a}, {&a}};
    printf("%g", run(4, sims));
    printf(" %d\n", b.n);
    return 0;
}
