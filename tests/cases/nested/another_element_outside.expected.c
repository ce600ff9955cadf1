// The region around hoists another element of the list than the chain of the region in it goes through.
#include <stdio.h>

struct B { int n; };
struct A { struct B *list[3]; };
struct S { struct A *a; };

static int run(struct S *s, int i, int j)
{
    int sum = 0;
{ struct B *pc_a_list = s->a->list[i];
    sum += pc_a_list->n;
{ int pc_a_list_n = s->a->list[j]->n;
    pc_a_list_n += 10;
    sum += pc_a_list_n;
s->a->list[j]->n = pc_a_list_n; }
    sum += pc_a_list->n;
}
    return sum;
}

int main(void)
{
    struct B one = {1}, two = {2};
    struct A a = {{&one, &two, &one}};
    struct S s = {&a};
    int sum = run(&s, 0, 1);
    printf("%d %d %d\n", sum, one.n, two.n);
    return 0;
}
