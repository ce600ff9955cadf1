// A returned value that stands on lines of its own keeps them, so that line N stays line N.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

static int next(struct S *s, int stop)
{
{ int pc_a_n = s->a->n;
    pc_a_n += 2;
    if (stop) { int pc_result = (
pc_a_n + __LINE__); s->a->n = pc_a_n; return pc_result; }

s->a->n = pc_a_n; }
    return __LINE__;
}

int main(void)
{
    struct A a = {1};
    struct S s = {&a};
    int first = next(&s, 1);
    printf("%d\n", first);
    printf("%d\n", next(&s, 0));
    printf("%d\n", a.n);
    return 0;
}
