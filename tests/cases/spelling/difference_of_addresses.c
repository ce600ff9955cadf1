// expects: same output
// An address of an element less a number is the chain's own object: '(*(&s[1] - 1)).u'.
#include <stdio.h>

struct S { unsigned u; int n; };

int main(void)
{
    struct S store[2] = {{1, 2}, {3, 4}}, *s = store;
#pragma pointerchain region begin declare(s->u, s->n)
    (*(&s[1] - 1)).u = 7;
    printf("%u %d ", s->u, s->n);
    s->u += 3;
    printf("%u %u ", (*(&s[1] - 1)).u, (&s[1])[-1].u);
    s->n++;
    (s + 0)->n += s->n;
    printf("%d\n", (s + 0)->n);
#pragma pointerchain region end
    printf("%u %d\n", store[0].u, store[0].n);
    return 0;
}
