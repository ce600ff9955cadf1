// expects: same output
// A block's extern declaration brings the global variable that a local root hides.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
static struct A far = {9};
static struct S far_store = {&far};
struct S *g = &far_store;

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *g = &store;
{ int pc_a_n = g->a->n; // expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n += 1;
    {
        extern struct S *g;
        printf("%d ", g->a->n); // expected-warning[aliased-read]{{'g->a->n' reads member 'n' of chain 'g->a->n' through another 'g' while the region changes it}}
        g->a->n += 1; // expected-warning[aliased-write]{{'g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
    }
    pc_a_n += 1;
g->a->n = pc_a_n; }
    printf("%d %d\n", one.n, far.n);
    return 0;
}
