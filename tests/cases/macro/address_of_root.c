// A macro's body takes the root's address, or a subscript's, for a function that writes there.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define WHERE &s // expected-note{{macro 'WHERE' is defined here}}
#define AT &i // expected-note{{macro 'AT' is defined here}}
static void set(struct S **to, struct S *what) { *to = what; }
static void step(int *to) { ++*to; }

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so, *t = so;
    int i = 0;
#pragma pointerchain region begin declare(s->a->n, t[i].a->m) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d %d ", s->a->n, t[i].a->m);
    set(WHERE, so + 1); // expected-error[address-taken]{{s}}
    step(AT); // expected-error{{i}}
    printf("%d %d\n", s->a->n, t[i].a->m);
#pragma pointerchain region end
    return 0;
}
