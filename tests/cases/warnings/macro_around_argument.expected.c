// expects: same output
// A function is given the root or a link through macros: it could change the hoisted value.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
static void touch(struct S *s) { __asm__ volatile(""); s->a->m++; }
static void grow(struct A *a) { __asm__ volatile(""); a->m++; }
#define ID(x) x
#define APPLY(f, x) f(x)
#define TOUCH() touch(s) // expected-note{{macro 'TOUCH' is defined here}}
#define GROW grow(s->a) // expected-note{{macro 'GROW' is defined here}}
#define ROOT s // expected-note{{macro 'ROOT' is defined here}}

int main(void)
{
    struct A a = {1, 2};
    struct S store = {&a}, *s = &store;
{ int pc_a_n = s->a->n; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", pc_a_n);
    touch(ID(s)); // expected-warning[aliased-call]{{s}}
    APPLY(touch, s); // expected-warning[aliased-call]{{s}}
    APPLY(grow, ID(s->a)); // expected-warning[aliased-call]{{s->a}}
    TOUCH(); // expected-warning[aliased-call]{{s}}
    GROW; // expected-warning[aliased-call]{{a}}
    touch(ROOT); // expected-warning[aliased-call]{{s}}
    printf("%d %d\n", pc_a_n, s->a->m);
}
    return 0;
}
