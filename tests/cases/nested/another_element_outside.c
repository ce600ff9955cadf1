// The region around hoists another element of the list than the chain of the region in it goes through.
#include <stdio.h>

struct B { int n; };
struct A { struct B *list[3]; };
struct S { struct A *a; };

static int run(struct S *s, int i, int j)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->a->list[i])
    sum += s->a->list[i]->n;
#pragma pointerchain region begin declare(s->a->list[j]->n)
    s->a->list[j]->n += 10;
    sum += s->a->list[j]->n;
#pragma pointerchain region end
    sum += s->a->list[i]->n;
#pragma pointerchain region end
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
