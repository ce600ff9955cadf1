// 2019: 's->a->b_c' and 's->a->b->c' got the same local.
#include <stdio.h>

struct b { int c; };
struct a { struct b *b; int b_c; };
struct s { struct a *a; };

int main(void)
{
    struct b b = {1};
    struct a a = {&b, 20};
    struct s store = {&a}, *s = &store;
#pragma pointerchain declare(s->a->b_c, s->a->b->c)
#pragma pointerchain region begin
    s->a->b_c += 1;
    s->a->b->c += 100;
#pragma pointerchain region end
    printf("%d %d\n", a.b_c, b.c);
    return 0;
}
