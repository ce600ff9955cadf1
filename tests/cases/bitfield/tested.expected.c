// expects: same output
// A bit-field of which only whether it is zero is asked: no type of a local changes that.
#include <stdio.h>

struct A { unsigned on : 1, left : 3; int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, 5, 2};
    struct S store = {&a}, *s = &store;
{ __typeof__(+s->a->on) pc_a_on = s->a->on; int pc_a_n = s->a->n; __typeof__(+s->a->left) pc_a_left = s->a->left;
    if (pc_a_on) pc_a_n += 1;
    if (!pc_a_on || (pc_a_left && pc_a_n)) pc_a_n += 2;
    while (pc_a_left) { pc_a_n *= 3; break; }
    do pc_a_n += 4; while (!pc_a_left);
    for (; pc_a_on && pc_a_n < 99; pc_a_n += 7) pc_a_n += pc_a_left ? 3 : 4;
    pc_a_n += (pc_a_on) ? 5 : 6;
s->a->n = pc_a_n; }
    printf("%d %d %d\n", a.on, a.left, a.n);
    return 0;
}
