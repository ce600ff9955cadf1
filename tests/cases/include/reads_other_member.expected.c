// expects: same output
// The included text names the root, and does nothing to the chain.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; int k; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one, 5}, *s = &store;
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    pc_a_n += 10;
#include "reads_other_member.inc" // expected-warning[guarded-chain]{{s}} expected-note@*{{it is used here}}
    pc_a_n += s->k;
s->a->n = pc_a_n; }
    printf("%d\n", one.n);
    return 0;
}
