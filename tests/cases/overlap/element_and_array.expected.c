// An element of a hoisted array is written under another subscript, beside its own hoisted chain.
#include <stdio.h>

struct A { int r[3]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {{1, 2, 3}};
    struct S store = {&a}, *s = &store;
    int i = 2;
{ int pc_a_r_2 = s->a->r[2]; int *pc_a_r = s->a->r; // expected-note{{declared here}}
    printf("%d ", pc_a_r_2);
    pc_a_r[i - 1] = 7; // expected-warning[aliased-write]{{s->a->r[i - 1]}}
    printf("%d\n", pc_a_r_2);
}
    return 0;
}
