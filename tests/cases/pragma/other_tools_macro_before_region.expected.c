// expects: same output
// A macro before the region spells another tool's pragma.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define QUIET _Pragma("GCC diagnostic push")
#define LOUD _Pragma("GCC diagnostic pop")

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0;
    QUIET
{ int pc_a_n = s->a->n;
    sum += pc_a_n;
    pc_a_n += 10;
s->a->n = pc_a_n; }
    LOUD
    printf("%d %d\n", sum, one.n);
    return 0;
}
