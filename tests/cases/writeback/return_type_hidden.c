// expects: same output
// A tag of the region hides the struct that the function returns.
#include <stdio.h>

struct R { int x; };
struct A { int n; };
struct S { struct A *a; };

static struct R run(struct S *s)
{
    struct R r = {5};
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
    {
        struct R { double other[4]; };
        if (sizeof(struct R) > sizeof(int))
            return r;
    }
#pragma pointerchain region end
    return r;
}

int main(void)
{
    struct A a = {1};
    struct S store = {&a};
    int x = run(&store).x;
    printf("%d %d\n", x, a.n);
    return 0;
}
