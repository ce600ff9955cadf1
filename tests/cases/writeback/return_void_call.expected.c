// A function without a result returns a call of another: the call comes first, then the write-back.
// args: -Wno-pedantic
#include <stdio.h>
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
static void show(int value)
{
    printf("%d\n", value);
}

static void count(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    if (pc_atoms_n > 1)
        { show(pc_atoms_n); sim->atoms->n = pc_atoms_n; return; }
    pc_atoms_n = 100;
sim->atoms->n = pc_atoms_n; }
}

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    count(sim);
    printf("%d %d\n", a.n, b.n);
    return 0;
}
