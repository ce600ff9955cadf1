// expects: same output
// A prototype's parameters have the names of the root and of a subscript, and use each other.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
int other(struct S *s, int i, int all[]) { return s->a->n + all[i]; }

int main(void)
{
    struct A one = {1}, two = {2};
    struct S s[2] = {{&one}, {&two}};
    int i = 0, all[2] = {10, 20}, sum = 0;
#pragma pointerchain region begin declare(s[i].a->n)
    int other(struct S *s, int i, int all[]);
    sum = s[i].a->n + other(&(struct S){&two}, 1, all);
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
