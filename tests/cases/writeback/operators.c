// Every way to change a scalar.
#include <stdio.h>

struct atoms { int a, b, c, d, e, f, g, h; };
struct sim { struct atoms *x; };

int main(void)
{
    struct atoms atoms = {1, 2, 3, 4, 5, 6, 7, 8};
    struct sim store = {&atoms}, *s = &store;
    int t;
#pragma pointerchain region begin declare(s->x->a, s->x->b, s->x->c, s->x->d, s->x->e, s->x->f, s->x->g, s->x->h)
    s->x->a = 10;
    s->x->b++;
    --s->x->c;
    s->x->d <<= 2;
    s->x->e = s->x->f = 60;
    t = (s->x->g ^= 0x55) ? s->x->h-- : 0;
    ((s->x->h)) %= 4;
#pragma pointerchain region end
    printf("%d %d %d %d %d %d %d %d %d\n", atoms.a, atoms.b, atoms.c, atoms.d, atoms.e, atoms.f, atoms.g, atoms.h, t);
    return 0;
}
