// expects: same output
// A tag of the region hides the struct that the function returns.
#include <stdio.h>

struct R { int x; };
struct A { int n; };
struct S { struct A *a; };

static struct R run(struct S *s)
{
    struct R r = {5};
{ int pc_a_n = s->a->n;
    pc_a_n += 1;
    {
        struct R { double other[4]; };
        if (sizeof(struct R) > sizeof(int))
            { __auto_type pc_result = (r); s->a->n = pc_a_n; return pc_result; }
    }
s->a->n = pc_a_n; }
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
