// '%:' is another spelling of '#'.
%:include <stdio.h>
%:define TWICE(x) ((x) + (x))
struct atoms { double *x; int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double x[3] = {1, 2, 4};
    struct atoms a = {x, 3};
    struct sim store = {&a}, *sim = &store;
    double sum = 0;


 { int pc_atoms_n = sim->atoms->n; double *pc_atoms_x = sim->atoms->x;
%:pragma acc parallel loop copyin(pc_atoms_x[0:pc_atoms_n]) reduction(+:sum)
    for (int i = 0; i < pc_atoms_n; i++)
        sum += TWICE(pc_atoms_x[i]);
%:ifdef NEVER
    sim->atoms->n = 7;
%:pragma pointerchain region end
%:else
    pc_atoms_n = 2;
sim->atoms->n = pc_atoms_n; }
%:endif
    printf("%g %d\n", sum, a.n);
    return 0;
}
