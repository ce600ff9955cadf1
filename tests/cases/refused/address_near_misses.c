// Addresses of what the hoisted pointer points to, of elements, and of what is not hoisted.
#include <stdio.h>

struct vec { double x, y; };
struct atoms { int n, m; double *r; struct vec *v; double box[3]; };
struct sim { struct atoms *atoms; };

static void add(double *x, double by) { *x += by; }

int main(void)
{
    double r[2] = {1, 2};
    struct vec v[2] = {{1, 2}, {3, 4}};
    struct atoms atoms = {1, 5, r, v, {1, 2, 3}};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->r, sim->atoms->v, sim->atoms->box)
    int *m = &sim->atoms->m;
    *m += sim->atoms->n;
    add(&sim->atoms->r[1], 10);
    add(sim->atoms->r, 20);
    add(&sim->atoms->v[1].y, 30);
    add(&sim->atoms->v->x, 40);
    add(&sim->atoms->box[2], 50);
    add(sim->atoms->box + 1, 60);
    add(&*sim->atoms->r, 1);
#pragma pointerchain region end
    printf("%d %g %g %g %g %g %g\n", atoms.m, r[0], r[1], v[1].y, v[0].x, atoms.box[1], atoms.box[2]);
    return 0;
}
