// Four declared chains, each the prefix of the next.
#include <stdio.h>

struct d { int v; int w; };
struct c { struct d *d; int v; };
struct b { struct c *c; int v; };
struct a { struct b *b; int v; };

int main(void)
{
    struct d d = {1, 2};
    struct c c = {&d, 3};
    struct b b = {&c, 4};
    struct a store = {&b, 5}, *a = &store;
    int total = 0;
{ struct b *pc_b = a->b; struct c *pc_b_c = a->b->c; struct d *pc_b_c_d = a->b->c->d; int pc_b_c_d_v = a->b->c->d->v;
    total += a->v;
    total = total * 10 + pc_b->v;
    total = total * 10 + pc_b_c->v;
    total = total * 10 + pc_b_c_d->w;
    pc_b_c_d_v += total;
a->b->c->d->v = pc_b_c_d_v; }
    printf("%d\n", d.v);
    return 0;
}
