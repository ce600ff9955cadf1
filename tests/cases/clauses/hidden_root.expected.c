// A directive's text names another object by the root's name, which a block of the region declares again.
// also: openmp
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {0}, two = {1};
    struct S store = {&one}, other = {&two}, *s = &store;
    int sum = 0;
{ int pc_a_n = s->a->n;
    sum += pc_a_n;
    {
        struct S *s = &other;
#pragma omp parallel num_threads(s->a->n)
        {
#pragma omp atomic
            sum += 1;
        }
        sum += 10 * s->a->n;
    }
}
    printf("%d\n", sum);
    return 0;
}
