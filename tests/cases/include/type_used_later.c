// expects: same output
// The included text declares a type and an enumerator that hide others after the region, too.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
typedef char item;
enum { LIMIT = 1 };

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 10;
#include "type_used_later.inc"
    s->a->n += LIMIT;
#pragma pointerchain region end
    printf("%d %d %d\n", LIMIT, (int)sizeof(item), one.n);
    return 0;
}
