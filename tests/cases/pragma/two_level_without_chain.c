// expects: same output
// A macro of two levels whose clauses name no chain, over a loop that only reads and writes elements.
#include <stdio.h>

struct L { int n; double *x; };
struct S { struct L *l; };
#define TEXT(a) _Pragma(#a)
#define LOOP(kind, width) TEXT(acc parallel loop kind vector_length(width))

int main(void)
{
    double x[3] = {1, 2, 3};
    struct L l = {3, x};
    struct S store = {&l}, *s = &store;
#pragma pointerchain region begin declare(s->l->x, s->l->n)
    LOOP(gang vector, 32)
    for (int i = 0; i < s->l->n; i++)
        s->l->x[i] *= 2;
#pragma pointerchain region end
    printf("%g %g\n", x[0], x[2]);
    return 0;
}
