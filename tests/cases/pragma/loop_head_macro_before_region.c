// A macro before the region spells the head of a loop, and of an 'if': the region would become its body.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define TWICE for (int k = 0; k < 2; k++)
#define NEVER if (sum > 100)

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int sum = 0;
    TWICE
#pragma pointerchain region begin declare(s->a->n) // expected-error[missing-braces]{{region}}
    sum += s->a->n;
    sum += 10 * s->a->n;
#pragma pointerchain region end
    NEVER
#pragma pointerchain region begin declare(s->a->n) // expected-error[missing-braces]{{region}}
    sum += 100 * s->a->n;
    sum += 1000 * s->a->n;
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
