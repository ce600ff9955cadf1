// expects: same output
// A member of type _Float16 beside the chain, in its struct and hoisted itself.
// compilers: clang-19
#include <stdio.h>

struct A { _Float16 h; int n; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {(_Float16)1.5f, 1};
    struct S store = {&a}, *s = &store;
{ int pc_a_n = s->a->n;
    pc_a_n += (int)(s->a->h * (_Float16)2.0f);
s->a->n = pc_a_n; }
    printf("%d\n", a.n);
    return 0;
}
