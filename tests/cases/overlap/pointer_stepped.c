// The pointer between two hoisted chains is stepped.
#include <stdio.h>

struct C { int n; };
struct A { struct C *c; };
struct S { struct A *a; };

int main(void)
{
    struct C c[2] = {{5}, {6}};
    struct A a = {c};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->c->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->c->n);
    s->a->c++; // expected-error[prefix-assigned]{{s->a->c}}
    printf("%d ", s->a->c->n);
    s->a->c -= 1; // expected-error[prefix-assigned]{{s->a->c}}
    printf("%d\n", s->a->c->n);
#pragma pointerchain region end
    return 0;
}
