// expects: same output
// A va_list that began before the region is read in it.
#include <stdarg.h>
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

static int sum(struct S *s, ...)
{
    int total = 0;
    va_list list, second;
    va_start(list, s);
#pragma pointerchain region begin declare(s->a->n)
    va_copy(second, list);
    for (int k = 0; k < s->a->n; k++)
        total += va_arg(second, int);
    va_end(second);
#pragma pointerchain region end
    total = total * 10 + va_arg(list, int);
    va_end(list);
    return total;
}

int main(void)
{
    struct A a = {3};
    struct S store = {&a};
    printf("%d\n", sum(&store, 1, 2, 3));
    return 0;
}
