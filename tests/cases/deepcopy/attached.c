// What enters by a pointer that lies in an object tells the runtime where: a pointerchain region that keeps the
// pointer in a local does not change that. Nothing of the kind is said of arrays, variables and an exit.
#include <stdio.h>

struct atoms { int n; double *x; struct { double *v; } in; };
struct sim { struct atoms *atoms; struct atoms own; double *y, *rows[2]; double fixed[4]; };
#define LATER atoms->x
#pragma pointerchain shape(atoms: x[n], in.v[n])
#pragma pointerchain shape(sim: atoms[1], y[1], rows[1])

static double plain(struct sim *sim, struct sim *all, int i)
{
    struct sim s = *sim;
    double *alone = sim->y;
#pragma pointerchain deepcopy region begin(sim->y[0:1], s.y[0:1], all[i].y[0:1], (*sim).y[0:1], sim->atoms->x[0:2])
#pragma pointerchain deepcopy enter(sim->atoms->in.v[0:1], sim->own.in.v[0:1], sim->rows[i][0:1], sim->LATER[1:1], (sim->y)[0:1])
    s.y[0] += alone[0] + all[i].y[0];
#pragma pointerchain deepcopy exit(sim->atoms->in.v[0:1], sim->own.in.v[0:1], sim->rows[i][0:1], sim->LATER[1:1], (sim->y)[0:1])
#pragma pointerchain deepcopy region end
#pragma pointerchain deepcopy region begin(alone[0:1], sim->fixed, sim->own, *sim, sim->atoms)
    sim->fixed[0] += alone[0];
#pragma pointerchain deepcopy update host(sim->atoms->x[1:1])
#pragma pointerchain deepcopy region end
    return sim->fixed[0];
}

static double hoisted(struct sim *sim, struct sim *all, int i)
{
    struct sim s = *sim;
#pragma pointerchain region begin declare(sim->atoms->x, sim->atoms, sim->y, s.y, all[i].y, sim->atoms->in.v, sim->rows)
#pragma pointerchain deepcopy region begin(sim->y[0:1], s.y[0:1], all[i].y[0:1], sim->atoms->x[0:2], sim->atoms->in.v[0:1], sim->rows[1][0:1])
    sim->y[0] = s.y[0] + all[i].y[0] + sim->atoms->x[1] + sim->atoms->in.v[0] + sim->rows[1][0];
#pragma pointerchain deepcopy region end
#pragma pointerchain region end
    return sim->y[0];
}

int main(void)
{
    double x[2] = {1, 2}, v[1] = {3}, y[1] = {4}, row[2] = {5, 6};
    struct atoms atoms = {2, x, {v}};
    struct sim sim = {&atoms, atoms, y, {row, row + 1}, {7}};
    double first = plain(&sim, &sim, 0), second = hoisted(&sim, &sim, 0);
    printf("%g %g\n", first, second);
    return 0;
}
