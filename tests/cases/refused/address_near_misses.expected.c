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
{ int pc_atoms_n = sim->atoms->n; double *pc_atoms_r = sim->atoms->r; struct vec *pc_atoms_v = sim->atoms->v; double *pc_atoms_box = sim->atoms->box;
    int *m = &sim->atoms->m;
    *m += pc_atoms_n;
    add(&pc_atoms_r[1], 10);
    add(pc_atoms_r, 20);
    add(&pc_atoms_v[1].y, 30);
    add(&pc_atoms_v->x, 40);
    add(&pc_atoms_box[2], 50);
    add(pc_atoms_box + 1, 60);
    add(&*pc_atoms_r, 1);
}
    printf("%d %g %g %g %g %g %g\n", atoms.m, r[0], r[1], v[1].y, v[0].x, atoms.box[1], atoms.box[2]);
    return 0;
}
