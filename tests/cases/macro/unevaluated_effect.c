// expects: same output
// A macro's body names the root where nothing is evaluated, or where a string is made of it.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define SIZE sizeof(*s)
#define NAME(x) #x
#define SHOW NAME(s->a)
#define KIND _Generic(s, struct S *: 1, default: 2)

int main(void)
{
    struct A one = {1};
    struct S so = {&one}, *s = &so;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    printf("%d %s %d ", SIZE == sizeof(void *), SHOW, KIND);
    s->a->n += 1;
#pragma pointerchain region end
    printf("%d\n", one.n);
    return 0;
}
