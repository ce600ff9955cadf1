// The included text returns out of the region.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

static int run(struct S *s, int early)
{
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 10;
#include "returns.inc" // expected-error@*{{return}} expected-note@*{{it is used here}}
    s->a->n += 1;
#pragma pointerchain region end
    return 0;
}

int main(void)
{
    struct A one = {1};
    struct S store = {&one};
    int result = run(&store, 1);
    printf("%d %d\n", result, one.n);
    return 0;
}
