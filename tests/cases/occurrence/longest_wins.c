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
#pragma pointerchain region begin declare(a->b, a->b->c, a->b->c->d, a->b->c->d->v)
    total += a->v;
    total = total * 10 + a->b->v;
    total = total * 10 + a->b->c->v;
    total = total * 10 + a->b->c->d->w;
    a->b->c->d->v += total;
#pragma pointerchain region end
    printf("%d\n", d.v);
    return 0;
}
