// Arrays in unions all of whose members have one type, or lie beside characters, have pointers as others do.
#include <stdio.h>

union same { double v[3]; struct { double x, y, z; }; };
union bytes { double v[3]; unsigned char raw[24]; };
union signs { int i[2]; unsigned u[2]; };
union two { int i[4]; float f[4]; };
struct sim { union same *s; union bytes *y; union signs *g; union two *t; };

int main(void)
{
    union same s = {{1, 2, 3}};
    union bytes y = {{4, 5, 6}};
    union signs g = {{7, 8}};
    union two t = {{9, 10}};
    struct sim store = {&s, &y, &g, &t}, *sim = &store;
    double k = 0;
#pragma pointerchain region begin declare(sim->s->v, sim->y->v, sim->g->i, sim->t)
    for (int i = 0; i < 2; i++) {
        sim->s->v[i] += sim->y->v[i];
        k += sim->s->v[i] + sim->g->i[i] + sim->t->i[i];
    }
#pragma pointerchain region end
    sim->s->x += 1;
    sim->y->raw[0] = 0;
    printf("%g %g %g\n", k, sim->s->x, sim->s->v[1]);
    return 0;
}
