// expects: same output
// The included text names the root, and does nothing to the chain.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; int k; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one, 5}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n += 10;
#include "reads_other_member.inc" // expected-warning[guarded-chain]{{s}} expected-note@*{{it is used here}}
    s->a->n += s->k;
#pragma pointerchain region end
    printf("%d\n", one.n);
    return 0;
}
