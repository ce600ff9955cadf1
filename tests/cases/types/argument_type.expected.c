// expects: same output
// The type that 'va_arg' takes is the chain's, and nothing is evaluated there; nor in a prototype's length.
#include <stdarg.h>
#include <stdio.h>

struct S { int n; };

static void take(struct S *s, int count, ...)
{
    va_list list;
    va_start(list, count);
{ int pc_n = s->n;
    printf("%d ", pc_n);
    int other(int values[static s->n > 0 ? 2 : 1]);
    printf("%d %d\n", va_arg(list, __typeof__(s->n)), pc_n);
}
    va_end(list);
}

int main(void)
{
    struct S s = {1};
    take(&s, 1, 3);
    return 0;
}
