// expects: same output
// The shadow that the included text declares reaches to the region's end: the write-back must not go through it.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
static struct S *s;

static void run(struct S *other)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n += 10;
#include "shadow_till_the_end.inc"
    s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
#pragma pointerchain region end
}

int main(void)
{
    struct A one = {1}, two = {2};
    struct S so[2] = {{&one}, {&two}};
    s = so;
    run(so + 1);
    printf("%d %d\n", one.n, two.n);
    return 0;
}
