struct vec { double x, y; };
struct atoms { int n, m; double *r; double e; struct vec pos; double box[3]; };
struct sim { struct atoms *atoms; int k; };
int use(int value);
int other_use(int value);

int run(struct sim *sim, struct sim *other, int by)
{
    int total = 0;
    for (int t = 0; t < 3; t++) {
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m, sim->atoms->r, sim->atoms->e)
        for (int i = 0; i < sim->atoms->n; i++) {
            total += sim->atoms->m - by;
            sim->atoms->r[i] *= 2.5;
            if (total > 100)
                break;
        }
        sim->atoms->n += use(sim->atoms->m);
        sim->atoms->e += other->atoms->e;
        if (by < 0)
            return -1;
        if (by > 7)
            return sim->atoms->n++;
        if (by > 5)
            continue;
        total += sizeof(sim->atoms->e) + sim->k;
#pragma pointerchain region end
        total += sim->atoms->n;
    }
    return total;
}

int shadowed(struct sim *sim, int by)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    for (struct sim *sim = 0; sim; sim++)
        if (by)
            return sim->atoms->n;
#pragma pointerchain region end
    return by;
}

int flat(struct sim *sim, int by)
{
#pragma pointerchain region begin declare(sim->atoms->m, sim->atoms->r)
    double last = sim->atoms->r[sim->atoms->m - 1];
    sim->atoms->m -= by;
#pragma pointerchain region end
    return (int)last;
}

int nested(struct sim *sim, int by)
{
#pragma pointerchain region begin declare(sim->atoms, sim->atoms->m)
    for (int k = 0; k < by; k++) {
#pragma pointerchain region begin declare(sim->atoms->r, sim->atoms->m)
        sim->atoms->m += (int)sim->atoms->r[k];
        sim->atoms->n = k;
#pragma pointerchain region end
    }
#pragma pointerchain region end
    return by;
}
