// expects: same output
// Macros have the names of words and locals that a translation may hold.
#include <stdio.h>

struct A { int n, m; int r[2]; enum { ONE = 1 } e; };
struct S { struct A *a; };
#define pc_a_n 1000
#define pc_a_n_2 2000
#define pc_result 3000

static int run(struct S *s)
{
#pragma pointerchain region begin declare(s->a->n, s->a->e)
    s->a->n += pc_a_n + pc_a_n_2;
    if (s->a->e)
        return s->a->n + pc_result;
#pragma pointerchain region end
    return 0;
}

int main(void)
{
    struct A a = {1, 2, {3, 4}, ONE};
    struct S store = {&a};
    int result = run(&store);
    printf("%d %d\n", result, a.n);
    return 0;
}
