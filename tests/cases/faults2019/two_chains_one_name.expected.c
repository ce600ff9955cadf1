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

{ int pc_a_b_c = s->a->b_c; int pc_a_b_c_2 = s->a->b->c;
    pc_a_b_c += 1;
    pc_a_b_c_2 += 100;
s->a->b_c = pc_a_b_c; s->a->b->c = pc_a_b_c_2; }
    printf("%d %d\n", a.b_c, b.c);
    return 0;
}
