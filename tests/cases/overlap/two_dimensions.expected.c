// An element of a hoisted array of arrays is changed by its own chain, and one is read by the array's.
#include <stdio.h>

struct A { int m[2][3]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {{{1, 2, 3}, {4, 5, 6}}};
    struct S store = {&a}, *s = &store;
    int i = 0;
{ int pc_a_m_1_2 = s->a->m[1][2]; int (*pc_a_m)[3] = s->a->m; // expected-note{{declared here}}
    printf("%d ", pc_a_m_1_2);
    pc_a_m_1_2 = 7;
    printf("%d %d\n", pc_a_m_1_2, pc_a_m[i][2]); // expected-warning[aliased-read]{{s->a->m}}
s->a->m[1][2] = pc_a_m_1_2; }
    return 0;
}
