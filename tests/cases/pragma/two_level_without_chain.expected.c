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
{ int pc_l_n = s->l->n; double *pc_l_x = s->l->x;
    LOOP(gang vector, 32)
    for (int i = 0; i < pc_l_n; i++)
        pc_l_x[i] *= 2;
}
    printf("%g %g\n", x[0], x[2]);
    return 0;
}
