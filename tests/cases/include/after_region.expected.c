// expects: same output
// Text is included directly after a region, and directly after its beginning.
#include <stdio.h>

struct S { int n; };

int main(void)
{
    struct S store = {1}, *s = &store;
    int sum = 0;
{ int pc_n = s->n;
#include "after_region.inc"
    pc_n += 3;
s->n = pc_n; }
#include "after_region.inc"
    printf("%d %d\n", s->n, sum);
    return 0;
}
