// Where nothing is written back a way out needs no rewriting, wherever it comes from.
#include <stdio.h>

#define GIVE_UP return -1
#define SKIP_IF(c) if (c) continue
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int run(struct sim *sim)
{
    int total = 0;
    for (int i = 0; i < 3; i++) {
{ int *pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n;
        SKIP_IF(i == 1);
        total += pc_atoms_r[i];
        if (total > pc_atoms_n)
            GIVE_UP;
}
    }
    return total;
}

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {5, r}, small = {2, r};
    struct sim a = {&atoms}, b = {&small};
    printf("%d %d\n", run(&a), run(&b));
    return 0;
}
