// expects: same output
// The outer chain is used only as the beginning of the inner chain: that is a use, and no warning is due.
#include <stdio.h>

struct D { int n; };
struct C { struct D *d; };
struct B { struct C *c; };
struct S { struct B *b; };

int main(void)
{
    struct D d = {1};
    struct C c = {&d};
    struct B b = {&c};
    struct S store = {&b}, *s = &store;
#pragma pointerchain region begin declare(s->b)
#pragma pointerchain region begin declare(s->b->c)
#pragma pointerchain region begin declare(s->b->c->d->n)
    s->b->c->d->n += 5;
#pragma pointerchain region end
#pragma pointerchain region end
#pragma pointerchain region end
    printf("%d\n", d.n);
    return 0;
}
