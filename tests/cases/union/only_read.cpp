// expects: same output
// Members of one union that are only read, and members of two objects' unions.
#include <cstdio>

union V { int i; unsigned u; };
struct A { V v, w; };
struct S { A *a, *b; };

int main()
{
    A a, b;
    a.v.i = a.w.i = b.v.i = 1;
    S store = {&a, &b}, *s = &store;
#pragma pointerchain region begin declare(s->a->v.i, s->a->v.u, s->a->w.i)
    std::printf("%d %u ", s->a->v.i, s->a->v.u);
    s->a->w.i = 8;
    std::printf("%d\n", s->a->w.i);
#pragma pointerchain region end
    return 0;
}
