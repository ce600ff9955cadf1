// expects: same output
// A directive that a macro spells stands directly before one with a clause.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define TARGET _Pragma("omp target data map(tofrom: sum)")

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0;
    TARGET
{ int pc_a_n = s->a->n; _Pragma("omp target map(tofrom: sum)")
    sum += pc_a_n; }
    sum += 100;
    printf("%d\n", sum);
    return 0;
}
