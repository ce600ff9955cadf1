// expects: same output
// A va_list is declared and used in the region.
#include <stdarg.h>
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

static int sum(struct S *s, ...)
{
    int total = 0;
#pragma pointerchain region begin declare(s->a->n)
    va_list list;
    va_start(list, s);
    for (int k = 0; k < s->a->n; k++)
        total += va_arg(list, int);
    va_end(list);
    s->a->n += 1;
#pragma pointerchain region end
    return total;
}

int main(void)
{
    struct A a = {3};
    struct S store = {&a};
    int total = sum(&store, 1, 2, 3);
    printf("%d %d\n", total, a.n);
    return 0;
}
