// expects: same output
// The element of a hoisted list is what a function that gets the list could re-point.
#include <stdio.h>

struct C { int n; };
struct B { struct C *list[2]; };
struct S { struct B *b; };
static void fill(struct C **list, struct C *what) { list[1] = what; }

int main(void)
{
    struct C one = {1}, two = {2}, three = {3};
    struct B b = {{&one, &two}};
    struct S store = {&b}, *s = &store;
{ int pc_b_list_0_n = s->b->list[0]->n; struct C **pc_b_list = s->b->list; // expected-note{{declared here}}
    printf("%d ", pc_b_list_0_n);
    fill(pc_b_list, &three); // expected-warning[aliased-call]{{s->b->list}}
    printf("%d %d\n", pc_b_list_0_n, pc_b_list[1]->n);
}
    return 0;
}
