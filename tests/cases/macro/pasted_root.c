// The root's name is pasted together in a macro's body.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define CAT(x, y) x##y // expected-note{{macro 'CAT' is defined here}}
#define ROOT(x) CAT(st, x) // expected-note{{macro 'ROOT' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so = {&one}, other = {&two}, *state = &so;
#pragma pointerchain region begin declare(state->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", state->a->n);
    CAT(sta, te) = &other; // expected-error[prefix-assigned]{{state}}
    printf("%d ", state->a->n);
    ROOT(ate) = &so; // expected-error[prefix-assigned]{{state}}
    printf("%d\n", state->a->n);
#pragma pointerchain region end
    return 0;
}
