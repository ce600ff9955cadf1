// Ways out spelled in a macro's argument are rewritten there, commas and all.
#include <stdio.h>

#define DO(...) do { __VA_ARGS__; } while (0)
#define WHEN(c, what) if (c) { what; }
struct atoms { int n; };
struct sim { struct atoms *atoms; };

static int max(int a, int b) { return a > b ? a : b; }

static int run(struct sim *sim, int a)
{
    for (int i = 0; i < 3; i++) {
{ int pc_atoms_n = sim->atoms->n;
        pc_atoms_n += 1;
        WHEN(i == 1, { sim->atoms->n = pc_atoms_n; continue; })
        WHEN(a == 1, { int pc_result = (max(pc_atoms_n, 5)); sim->atoms->n = pc_atoms_n; return pc_result; })
        DO(if (a == 2) { int pc_result = ((pc_atoms_n++, pc_atoms_n)); sim->atoms->n = pc_atoms_n; return pc_result; });
        pc_atoms_n += 10;
sim->atoms->n = pc_atoms_n; }
    }
    return 0;
}

int main(void)
{
    struct atoms atoms = {1};
    struct sim sim = {&atoms};
    for (int a = 0; a < 3; a++) {
        int x = run(&sim, a);
        printf("%d %d\n", x, atoms.n);
    }
    return 0;
}
