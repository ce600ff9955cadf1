// The included text gives the root's address to a function that writes there.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
static void set(struct S **to, struct S *what) { *to = what; }

int main(void)
{
    struct A one = {1}, two = {2};
    struct S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#include "address_of_root.inc" // expected-error[address-taken]@*{{s}} expected-note@*{{it is used here}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
