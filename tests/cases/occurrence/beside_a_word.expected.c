// A local does not run into the word beside the chain that it stands for.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; int k; };

int main(void)
{
    struct A a = {4};
    struct S store = {&a, 1}, *s = &store;
{ int pc_a_n = s->a->n;
    if (s->k == 9) s->k++; else pc_a_n++;
    do pc_a_n += 2; while (0);
    s->k = sizeof(int)+pc_a_n;
s->a->n = pc_a_n; }
    printf("%d %d\n", a.n, s->k);
    return 0;
}
