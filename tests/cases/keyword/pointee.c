// The macro is no keyword's of the local's own, but of what it points to.
#include <stdio.h>

struct A { int *r; };
struct S { struct A *a; };
#define int short

signed main(void)
{
    signed r[2] = {100000, 2};
    struct A a = {r};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->r) // expected-error[keyword-macro]{{s->a->r}}
    s->a->r[0] += 1;
#pragma pointerchain region end
    printf("%d\n", r[0]);
    return 0;
}
