// The root is a macro's argument, the links are its body's.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define N(x) (x)->a->n

int main(void)
{
    struct A one = {1, 2};
    struct S so = {&one}, *s = &so;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    printf("%d\n", N(s));
    N(s) = 7;
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
