// expects: same output
// A va_list is declared in a region that is left by a return, and one in flat form.
#include <stdarg.h>
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

static int first(struct S *s, int k, ...)
{
int pc_a_n = s->a->n;
    va_list list;
    va_start(list, k);
    pc_a_n += va_arg(list, int);
    va_end(list);
    if (pc_a_n > 3)
        { int pc_result = (pc_a_n); s->a->n = pc_a_n; return pc_result; }
s->a->n = pc_a_n;
    return k;
}

static int second(struct S *s, int k, ...)
{
int pc_a_n = s->a->n;
    va_list list;
    va_start(list, k);
    pc_a_n += va_arg(list, int);
s->a->n = pc_a_n;
    k += va_arg(list, int);
    va_end(list);
    return k;
}

int main(void)
{
    struct A a = {1};
    struct S store = {&a};
    int one = first(&store, 0, 1), two = second(&store, 10, 1, 5), three = first(&store, 0, 1);
    printf("%d %d %d %d\n", one, two, three, a.n);
    return 0;
}
