// Many chains in one list, over two declares.
#include <stdio.h>

struct vec { double x, y, z; };
struct atoms { struct vec *r, *p, *f; double *u; int n; };
struct pot { double sigma, epsilon, cutoff; };
struct sim { struct atoms *atoms; struct pot *pot; double energy; };

static void force(struct sim *s)
{
#pragma pointerchain declare(s->atoms->r{struct vec*:restrictconst}, s->atoms->f{struct vec*:restrict}, s->atoms->u{double*:restrict}, s->atoms->n{int}, s->energy)
#pragma pointerchain declare(s->pot->sigma{double}, s->pot->epsilon{double}, s->pot->cutoff{double})
#pragma pointerchain region begin
    s->energy = 0;
    for (int i = 0; i < s->atoms->n; i++) {
        for (int j = 0; j < s->atoms->n; j++) {
            double d = s->atoms->r[i].x - s->atoms->r[j].x;
            if (d * d > s->pot->cutoff || i == j)
                continue;
            s->atoms->f[i].x += s->pot->epsilon * d * s->pot->sigma;
            s->atoms->u[i] += d * d;
        }
        s->energy += s->atoms->u[i];
    }
#pragma pointerchain region end
}

int main(void)
{
    struct vec r[3] = {{0, 0, 0}, {1, 0, 0}, {3, 0, 0}}, f[3] = {{0, 0, 0}};
    double u[3] = {0, 0, 0};
    struct atoms atoms = {r, 0, f, u, 3};
    struct pot pot = {2, 3, 5};
    struct sim sim = {&atoms, &pot, -1};
    force(&sim);
    printf("%g %g %g %g\n", sim.energy, f[0].x, f[1].x, f[2].x);
    return 0;
}
