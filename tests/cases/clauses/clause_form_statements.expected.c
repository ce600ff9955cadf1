// also: openmp
// The construct is any statement: if with else, do, switch, nested loops without braces, a macro's loop, a block.
#include <stdio.h>

#define FOR(i, n) for (int i = 0; i < (n); i++)
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4}, total = 0;
    struct atoms atoms = {4, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; _Pragma("omp parallel num_threads(1)")
    if (pc_atoms_n > 5)
        total += 1;
    else if (pc_atoms_n > 3)
        total += 2 * pc_atoms_n;
    else
        total += 3; }
{ int pc_atoms_n = sim->atoms->n; _Pragma("omp parallel num_threads(1)")
    do total += pc_atoms_n; while (total < 20); }
{ int pc_atoms_n = sim->atoms->n; _Pragma("omp parallel num_threads(1)")
    switch (pc_atoms_n) { case 4: total += 100; } }
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r; _Pragma("omp parallel for")
    /* a comment between */
    for (int i = 0; i < pc_atoms_n; i++)
        for (int j = 0; j < 2; j++)
            if (j)
                pc_atoms_r[i] += pc_atoms_n;
            else
                pc_atoms_r[i] *= 2; }
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r; _Pragma("omp parallel for")
    FOR(i, pc_atoms_n)
        pc_atoms_r[i] += 1; }
    sim->atoms->n = 3;
{ int *pc_atoms_r = sim->atoms->r; _Pragma("omp parallel num_threads(1)")
    total += pc_atoms_r[0]; }
    printf("%d %d %d %d\n", total, r[0], r[3], atoms.n);
    return 0;
}
