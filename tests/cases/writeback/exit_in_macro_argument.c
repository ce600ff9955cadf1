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
#pragma pointerchain region begin declare(sim->atoms->n)
        sim->atoms->n += 1;
        WHEN(i == 1, continue)
        WHEN(a == 1, return max(sim->atoms->n, 5))
        DO(if (a == 2) return (sim->atoms->n++, sim->atoms->n));
        sim->atoms->n += 10;
#pragma pointerchain region end
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
