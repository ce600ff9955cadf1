// A region in a function with variable length arrays; a member that points to one cannot be, a root can.
#include <stdio.h>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

static double run(int n, struct sim sims[n])
{
    double work[n];
    double total = 0;
{ int pc_1_atoms_n = sims[1].atoms->n; double *pc_1_atoms_r = sims[1].atoms->r;
    for (int i = 0; i < pc_1_atoms_n; i++) {
        double part[i + 1];
        part[i] = pc_1_atoms_r[i];
        work[i] = 2 * part[i];
        total += work[i];
    }
    pc_1_atoms_n = (int)(sizeof work / sizeof(double));
sims[1].atoms->n = pc_1_atoms_n; }
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
