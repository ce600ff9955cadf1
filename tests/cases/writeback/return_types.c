// Return types that need care: pointers to arrays, narrow and boolean results, enums, unnamed structs.
#include <stdbool.h>
#include <stdio.h>

enum kind { NONE, SOME };
typedef struct { int a; double b; } pair;
struct atoms { int n; int grid[2][3]; };
struct sim { struct atoms *atoms; };

static int (*rows(struct sim *sim))[3]
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n++;
    return sim->atoms->grid + 1;
#pragma pointerchain region end
}

static bool any(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    return sim->atoms->n += 256;
#pragma pointerchain region end
}

static unsigned char low(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    return (unsigned char)(sim->atoms->n += 1);
#pragma pointerchain region end
}

static enum kind kind_of(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n++;
    return sim->atoms->n ? SOME : NONE;
#pragma pointerchain region end
}

static pair both(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    pair p = {++sim->atoms->n, 0.5};
    return p;
#pragma pointerchain region end
}

static const char *const *names(struct sim *sim)
{
    static const char *const all[] = {"one", "two"};
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n++;
    return all;
#pragma pointerchain region end
}

int main(void)
{
    struct atoms atoms = {1, {{1, 2, 3}, {4, 5, 6}}};
    struct sim sim = {&atoms};
    printf("%d", (*rows(&sim))[2]);
    printf(" %d", any(&sim));
    printf(" %d", low(&sim));
    printf(" %d", (int)kind_of(&sim));
    printf(" %g", both(&sim).b);
    printf(" %s", names(&sim)[1]);
    printf(" %d\n", atoms.n);
    return 0;
}
