// expects: same output
// Another element of the hoisted list is re-pointed: the longer chain does not go through it.
#include <stdio.h>

struct C { int n; };
struct B { struct C *list[2]; };
struct S { struct B *b; };

int main(void)
{
    struct C one = {1}, two = {2}, three = {3};
    struct B b = {{&one, &two}};
    struct S store = {&b}, *s = &store;
{ int pc_b_list_0_n = s->b->list[0]->n; struct C **pc_b_list = s->b->list;
    printf("%d ", pc_b_list_0_n);
    pc_b_list[1] = &three;
    printf("%d %d\n", pc_b_list_0_n, pc_b_list[1]->n);
}
    return 0;
}
