// expects: same output
// A bit-field of which only whether it is zero is asked: no type of a local changes that.
#include <stdio.h>

struct A { unsigned on : 1, left : 3; int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, 5, 2};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->on, s->a->left, s->a->n)
    if (s->a->on) s->a->n += 1;
    if (!s->a->on || (s->a->left && s->a->n)) s->a->n += 2;
    while (s->a->left) { s->a->n *= 3; break; }
    do s->a->n += 4; while (!s->a->left);
    for (; s->a->on && s->a->n < 99; s->a->n += 7) s->a->n += s->a->left ? 3 : 4;
    s->a->n += (s->a->on) ? 5 : 6;
#pragma pointerchain region end
    printf("%d %d %d\n", a.on, a.left, a.n);
    return 0;
}
