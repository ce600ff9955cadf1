// expects: same output
// An element of a hoisted list is re-pointed by pointer arithmetic, which may be the hoisted chain's.
#include <stdio.h>

struct C { int n; };
struct B { struct C *list[2]; };
struct S { struct B *b; };

int main(void)
{
    struct C one = {1}, two = {2}, three = {3};
    struct B b = {{&one, &two}};
    struct S store = {&b}, *s = &store;
    int i = 1;
{ int pc_b_list_0_n = s->b->list[0]->n; struct C **pc_b_list = s->b->list; // expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", pc_b_list_0_n);
    *(pc_b_list + i) = &three; // expected-warning[aliased-write]{{list}}
    pc_b_list[i] = &three; // expected-warning[aliased-write]{{list}}
    printf("%d %d\n", pc_b_list_0_n, pc_b_list[1]->n);
}
    return 0;
}
