// expects: same output
// A standard header of macros stands in the region.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1;
#include <limits.h>
    s->a->n += CHAR_BIT;
#pragma pointerchain region end
    printf("%d\n", one.n);
    return 0;
}
