// expects: same output
// A va_list is declared and used in the region.
#include <stdarg.h>
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

static int sum(struct S *s, ...)
{
    int total = 0;
int pc_a_n = s->a->n;
    va_list list;
    va_start(list, s);
    for (int k = 0; k < pc_a_n; k++)
        total += va_arg(list, int);
    va_end(list);
    pc_a_n += 1;
s->a->n = pc_a_n;
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
