// expects: same output
// The included text holds ways out that stay in the region, and a 'return' where nothing is written back.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };

static int look(struct S *s, int early)
{
#pragma pointerchain region begin declare(s->a->m)
    int m = s->a->m;
#include "returns.inc"
    m += s->a->m;
#pragma pointerchain region end
    return m;
}

int main(void)
{
    struct A one = {1, 2};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    for (int k = 0; k < 3; k++) {
#include "breaks.inc"
        s->a->n += 1;
    }
#pragma pointerchain region end
    printf("%d %d %d\n", one.n, look(s, 0), look(s, 1));
    return 0;
}
