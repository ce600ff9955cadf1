// Returned structs, pointers, and a value that is converted to the function's type.
#include <stdio.h>

struct vec { int x, y; };
struct atoms { int n; int *r; double e; };
struct sim { struct atoms *atoms; };

static struct vec vec_of(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n++;
    return (struct vec){sim->atoms->n, 2};
#pragma pointerchain region end
}

static const int *pointer_of(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->r)
    sim->atoms->r++;
    return sim->atoms->r;
#pragma pointerchain region end
}

static char narrow(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->e)
    sim->atoms->e += 0.75;
    return (char)sim->atoms->e;
#pragma pointerchain region end
}

static int (*function_of(struct sim *sim))(const char *)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 10;
    return puts;
#pragma pointerchain region end
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
