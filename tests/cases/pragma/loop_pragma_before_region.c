// A compiler's pragma has to stand before a loop: the region's block would stand there.
// compilers: gcc
#include <stdio.h>

struct S { int n; };
#define VECTORS _Pragma("GCC ivdep") // expected-note{{macro 'VECTORS' is defined here}}

int main(void)
{
    struct S store = {1}, *s = &store;
#pragma GCC ivdep
#pragma pointerchain region begin declare(s->n) // expected-error[split-construct]{{#pragma GCC ivdep}}
    for (int k = 0; k < 2; k++)
        s->n += k;
#pragma pointerchain region end
    VECTORS
#pragma pointerchain region begin declare(s->n) // expected-error[split-construct]{{VECTORS}}
    for (int k = 0; k < 2; k++)
        s->n += k;
#pragma pointerchain region end
    printf("%d\n", s->n);
    return 0;
}
