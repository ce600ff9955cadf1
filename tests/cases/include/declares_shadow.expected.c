// expects: same output
// The included text declares another variable of the root's name: what follows in its block is not the chain.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1}, two = {2};
    struct S so[2] = {{&one}, {&two}}, *s = so;
{ int pc_a_n = s->a->n; __typeof__(pc_a_n) *pc_a_n_home = &s->a->n; // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", pc_a_n);
    {
#include "declares_shadow.inc"
        printf("%d ", s->a->n); // expected-warning[aliased-read]{{'s->a->n' reads member 'n' of chain 's->a->n' through another 's' while the region changes it}}
        s->a->n += 1; // expected-warning[aliased-write]{{'s->a->n' writes member 'n' of chain 's->a->n' through another 's'}}
    }
    pc_a_n += 10;
*pc_a_n_home = pc_a_n; }
    printf("%d %d\n", one.n, two.n);
    return 0;
}
