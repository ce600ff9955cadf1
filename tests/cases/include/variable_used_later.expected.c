// expects: same output
// The included text declares a variable that is used after the region: no block may be made.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
static int late = 50;
static int later(void) { return late; }

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
int pc_a_n = s->a->n;
    pc_a_n += 10;
#include "variable_used_later.inc"
    late += pc_a_n;
s->a->n = pc_a_n;
    printf("%d %d %d\n", late, later(), one.n);
    return 0;
}
