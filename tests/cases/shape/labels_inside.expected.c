// Labels and cases that are reached from inside only, Duff's device within the region included.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[8] = {1, 2, 3, 4, 5, 6, 7, 8}, total = 0;
    struct atoms atoms = {7, r};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r;
    int rounds = 0;
again:
    rounds++;
    switch (pc_atoms_n % 4) {
    case 0: do { total += pc_atoms_r[--pc_atoms_n]; /* fall through */
    case 3: total += pc_atoms_r[--pc_atoms_n]; /* fall through */
    case 2: total += pc_atoms_r[--pc_atoms_n]; /* fall through */
    case 1: total += pc_atoms_r[--pc_atoms_n];
            } while (pc_atoms_n > 0);
    }
    if (rounds < 2) {
        pc_atoms_n = 2;
        goto again;
    }
sim->atoms->n = pc_atoms_n; }
    printf("%d %d\n", total, atoms.n);
    return 0;
}
