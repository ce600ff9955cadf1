// A macro has the name of a keyword that a write-back may need, where the root is hidden at the end.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
static struct S *s;
#define __typeof__(x) short

static void run(struct S *other)
{
#pragma pointerchain region begin declare(s->a->n) // expected-error@*{{s->a->n}} expected-note{{declared here}}
    s->a->n += 1;
    struct S *s = other;
    s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
#pragma pointerchain region end
}

int main(void)
{
    struct A a = {100000}, b = {200000};
    struct S one = {&a}, two = {&b};
    s = &one;
    run(&two);
    printf("%d %d\n", a.n, b.n);
    return 0;
}
