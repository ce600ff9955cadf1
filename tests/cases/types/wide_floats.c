// expects: same output
// Members of the other extended types.
#include <stdio.h>

struct A { long double l; __int128 i; unsigned __int128 *p; };
struct S { struct A *a; };

int main(void)
{
    unsigned __int128 far[1] = {3};
    struct A a = {1.5L, 7, far};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->l, s->a->i, s->a->p)
    s->a->l *= 2;
    s->a->i += (__int128)1 << 70;
    s->a->p[0] += 1;
#pragma pointerchain region end
    printf("%Lg %d %d\n", a.l, (int)(a.i >> 70), (int)far[0]);
    return 0;
}
