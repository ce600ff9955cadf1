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
{ long double pc_a_l = s->a->l; __int128 pc_a_i = s->a->i; unsigned __int128 *pc_a_p = s->a->p;
    pc_a_l *= 2;
    pc_a_i += (__int128)1 << 70;
    pc_a_p[0] += 1;
s->a->l = pc_a_l; s->a->i = pc_a_i; }
    printf("%Lg %d %d\n", a.l, (int)(a.i >> 70), (int)far[0]);
    return 0;
}
