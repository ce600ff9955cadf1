// expects: same output
// A standard header of macros stands in the region.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
{ int pc_a_n = s->a->n;
    pc_a_n += 1;
#include <limits.h>
    pc_a_n += CHAR_BIT;
s->a->n = pc_a_n; }
    printf("%d\n", one.n);
    return 0;
}
