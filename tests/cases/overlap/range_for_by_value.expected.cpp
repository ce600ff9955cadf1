// expects: same output
// A range-for by value, or by const reference, over the hoisted array of links changes none.
#include <cstdio>

struct C { int n; };
struct A { C *list[2]; };
struct S { A *a; };

int main()
{
    C one = {1}, two = {2};
    A a = {{&one, &two}};
    S store = {&a}, *s = &store;
    int sum = 0;
{ auto *pc_a = s->a; int pc_a_list_0_n = s->a->list[0]->n;
    for (C *link : pc_a->list)
        sum += link->n * pc_a_list_0_n;
    for (C *const &link : pc_a->list)
        sum += link->n;
}
    std::printf("%d\n", sum);
    return 0;
}
