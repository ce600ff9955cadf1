// args: -std=c2x
// C23: attributes, digit separators, binary constants, labels before declarations.
#include <stdio.h>

struct atoms { int n; [[deprecated]] int old; };
struct sim { struct atoms *atoms[4]; };

int main(void)
{
    struct atoms a = {.n = 1}, b = {.n = 2};
    struct sim store = {{&a, &b, &a, &b}}, *sim = &store;
    [[maybe_unused]] int total = 0;
{ int pc_atoms_1_n = sim->atoms[0b1]->n;
    pc_atoms_1_n += 1'000;
    pc_atoms_1_n += 10'000;
    pc_atoms_1_n += 100'000;
sim->atoms[0b1]->n = pc_atoms_1_n; }
    printf("%d %d\n", a.n, b.n);
    return 0;
}
