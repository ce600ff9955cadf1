// expects: same output
// A chain of type va_list, which is an array of a type without a name that a program could write.
#include <stdarg.h>
#include <stdio.h>

struct A { va_list list; int n; };
struct S { struct A *a; };

static int run(struct S *s)
{
    int total = 0;
#pragma pointerchain region begin declare(s->a->list, s->a->n)
    for (int k = 0; k < s->a->n; k++)
        total = total * 10 + va_arg(s->a->list, int);
#pragma pointerchain region end
    return total;
}

static int sum(struct S *s, ...)
{
    int total;
    va_start(s->a->list, s);
    total = run(s);
    total += va_arg(s->a->list, int) * 1000;
    va_end(s->a->list);
    return total;
}

int main(void)
{
    struct A a;
    struct S store = {&a};
    a.n = 3;
    printf("%d\n", sum(&store, 1, 2, 3, 4));
    return 0;
}
