// Occurrences in initializers, designators, compound literals, for headers and switch conditions.
#include <stdio.h>

struct vec { int x, y; };
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

static int sum(struct vec v) { return v.x + v.y; }

int main(void)
{
    int r[3] = {1, 2, 3};
    struct atoms atoms = {3, r};
    struct sim store = {&atoms}, *sim = &store;
    int total = 0;
{ int pc_atoms_n = sim->atoms->n; int *pc_atoms_r = sim->atoms->r;
    int array[] = {pc_atoms_n, [2] = pc_atoms_r[1]};
    struct vec v = {.x = pc_atoms_n, .y = array[2]};
    total += sum((struct vec){pc_atoms_n, v.y}) + sum(v);
    for (int i = pc_atoms_n - 1; i >= pc_atoms_n - 2; i -= pc_atoms_r[0])
        total += i;
    switch (pc_atoms_n) {
    case 3: total += 100; break;
    default: total = 0;
    }
    do { total += pc_atoms_r[1]; } while (total % pc_atoms_n);
    total = pc_atoms_n > 2 ? total + pc_atoms_n : pc_atoms_r[0], total++;
}
    printf("%d\n", total);
    return 0;
}
