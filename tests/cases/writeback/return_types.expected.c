// Return types that need care: pointers to arrays, narrow and boolean results, enums, unnamed structs.
#include <stdbool.h>
#include <stdio.h>

enum kind { NONE, SOME };
typedef struct { int a; double b; } pair;
struct atoms { int n; int grid[2][3]; };
struct sim { struct atoms *atoms; };

static int (*rows(struct sim *sim))[3]
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n++;
    { int (*pc_result)[3] = (sim->atoms->grid + 1); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

static bool any(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    { _Bool pc_result = (pc_atoms_n += 256); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

static unsigned char low(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    { unsigned char pc_result = ((unsigned char)(pc_atoms_n += 1)); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

static enum kind kind_of(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n++;
    { enum kind pc_result = (pc_atoms_n ? SOME : NONE); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

static pair both(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pair p = {++pc_atoms_n, 0.5};
    { pair pc_result = (p); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

static const char *const *names(struct sim *sim)
{
    static const char *const all[] = {"one", "two"};
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n++;
    { const char *const *pc_result = (all); sim->atoms->n = pc_atoms_n; return pc_result; }
}
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
