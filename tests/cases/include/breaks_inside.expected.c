// expects: same output
// The included text holds ways out that stay in the region, and a 'return' where nothing is written back.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };

static int look(struct S *s, int early)
{
int pc_a_m = s->a->m;
    int m = pc_a_m;
#include "returns.inc"
    m += pc_a_m;

    return m;
}

int main(void)
{
    struct A one = {1, 2};
    struct S store = {&one}, *s = &store;
{ int pc_a_n = s->a->n;
    for (int k = 0; k < 3; k++) {
#include "breaks.inc"
        pc_a_n += 1;
    }
s->a->n = pc_a_n; }
    printf("%d %d %d\n", one.n, look(s, 0), look(s, 1));
    return 0;
}
