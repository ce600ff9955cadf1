// expects: same output
// A macro's body declares another variable of the root's name: what follows in its block is not the chain.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define OTHER struct S *s = t
#define WITH_OTHER for (struct S *s = t; s; s = 0)

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so = {&one}, other = {&two}, *s = &so, *t = &other;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->n);
    {
        OTHER;
        printf("%d ", s->a->n); // expected-warning[aliased-read]{{'s->a->n' reads member 'n' of chain 's->a->n' through another 's' while the region changes it}}
    }
    WITH_OTHER
        printf("%d ", s->a->n); // expected-warning[aliased-read]{{'s->a->n' reads member 'n' of chain 's->a->n' through another 's' while the region changes it}}
    s->a->n += 10;
#pragma pointerchain region end
    printf("%d %d\n", one.n, two.n);
    return 0;
}
