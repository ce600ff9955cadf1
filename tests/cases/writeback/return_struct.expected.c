// Returned structs, pointers, and a value that is converted to the function's type.
#include <stdio.h>

struct vec { int x, y; };
struct atoms { int n; int *r; double e; };
struct sim { struct atoms *atoms; };

static struct vec vec_of(struct sim *sim)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n++;
    { struct vec pc_result = ((struct vec){pc_atoms_n, 2}); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

static const int *pointer_of(struct sim *sim)
{
{ int *pc_atoms_r = sim->atoms->r;
    pc_atoms_r++;
    { const int *pc_result = (pc_atoms_r); sim->atoms->r = pc_atoms_r; return pc_result; }
}
}

static char narrow(struct sim *sim)
{
{ double pc_atoms_e = sim->atoms->e;
    pc_atoms_e += 0.75;
    { char pc_result = ((char)pc_atoms_e); sim->atoms->e = pc_atoms_e; return pc_result; }
}
}

static int (*function_of(struct sim *sim))(const char *)
{
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 10;
    { int (*pc_result)(const char *) = (puts); sim->atoms->n = pc_atoms_n; return pc_result; }
}
}

int main(void)
{
    int r[2] = {5, 6};
    struct atoms atoms = {1, r, 64.5};
    struct sim sim = {&atoms};
    struct vec v = vec_of(&sim);
    const int *p = pointer_of(&sim);
    printf("%d %d %d %d %d\n", v.x, v.y, *p, *atoms.r, narrow(&sim));
    function_of(&sim)("hello");
    printf("%g %d\n", atoms.e, atoms.n);
    return 0;
}
