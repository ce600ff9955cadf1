// A returned value that stands on lines of its own keeps them, so that line N stays line N.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

static int next(struct S *s, int stop)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 2;
    if (stop) return
        s->a->n + __LINE__
        ;
#pragma pointerchain region end
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
