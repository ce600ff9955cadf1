// A macro that looks like an object assigns the root, and the same behind another macro.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define SETS s = t // expected-note{{macro 'SETS' is defined here}}
#define BACK() do { RESET; } while (0) // expected-note{{macro 'BACK' is defined here}}
#define RESET s = u

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so = {&one}, other = {&two}, *s = &so, *t = &other, *u = s;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->n);
    SETS; // expected-error[prefix-assigned]{{s}}
    printf("%d ", s->a->n);
    BACK(); // expected-error[prefix-assigned]{{s}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
