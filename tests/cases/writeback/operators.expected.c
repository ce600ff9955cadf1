// Every way to change a scalar.
#include <stdio.h>

struct atoms { int a, b, c, d, e, f, g, h; };
struct sim { struct atoms *x; };

int main(void)
{
    struct atoms atoms = {1, 2, 3, 4, 5, 6, 7, 8};
    struct sim store = {&atoms}, *s = &store;
    int t;
{ int pc_x_a = s->x->a; int pc_x_b = s->x->b; int pc_x_c = s->x->c; int pc_x_d = s->x->d; int pc_x_e = s->x->e; int pc_x_f = s->x->f; int pc_x_g = s->x->g; int pc_x_h = s->x->h;
    pc_x_a = 10;
    pc_x_b++;
    --pc_x_c;
    pc_x_d <<= 2;
    pc_x_e = pc_x_f = 60;
    t = (pc_x_g ^= 0x55) ? pc_x_h-- : 0;
    ((pc_x_h)) %= 4;
s->x->a = pc_x_a; s->x->b = pc_x_b; s->x->c = pc_x_c; s->x->d = pc_x_d; s->x->e = pc_x_e; s->x->f = pc_x_f; s->x->g = pc_x_g; s->x->h = pc_x_h; }
    printf("%d %d %d %d %d %d %d %d %d\n", atoms.a, atoms.b, atoms.c, atoms.d, atoms.e, atoms.f, atoms.g, atoms.h, t);
    return 0;
}
