// expects: same output
// The included text declares another variable of the root's name: what follows in its block is not the chain.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1}, two = {2};
    struct S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->n);
    {
#include "declares_shadow.inc"
        printf("%d ", s->a->n); // expected-warning[aliased-read]{{'s->a->n' reads member 'n' of chain 's->a->n' through another 's' while the region changes it}}
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    }
    s->a->n += 10;
#pragma pointerchain region end
    printf("%d %d\n", one.n, two.n);
    return 0;
}
