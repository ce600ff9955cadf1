// A region whose chains stand in a directive, in a macro's body and in a subscript, and that is left early.
struct traits { double *x; double *v; };
struct atoms { int n; double total; struct traits *traits; };
struct sim { struct atoms *atoms; };

#define POSITION(i) sim->atoms->traits->x[i]

int sum(struct sim *sim, int limit);

int sum(struct sim *sim, int limit)
{
#pragma pointerchain declare(sim->atoms->traits->x{double*:restrict}, sim->atoms->n)
#pragma pointerchain region begin declare(sim->atoms->total)
#pragma acc parallel loop copyin(sim->atoms->traits->x[0:sim->atoms->n])
    for (int i = 0; i < sim->atoms->n; i++)
        sim->atoms->total += sim->atoms->traits->x[i] * sim->atoms->traits->v[i];
    if (limit < 0)
        return 1;
    sim->atoms->total /= limit;
#pragma pointerchain region end
    return (int)POSITION(0);
}
