// A macro has the name of a keyword that a local may be declared with.
#include <stdio.h>

struct A { struct { int x, y; } pos; int n; };
struct S { struct A *a; };
#define __typeof__(x) short

int main(void)
{
    struct A a = {{100000, 2}, 3};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->pos) // expected-error{{s->a->pos}}
    s->a->pos.x += 1;
#pragma pointerchain region end
    printf("%d\n", a.pos.x);
    return 0;
}
