// A macro of two levels builds a reduction of the hoisted value.
#include <stdio.h>

struct L { int n; };
struct S { struct L *l; };
#define TEXT(a) _Pragma(#a)
#define SUM(v) TEXT(acc parallel loop reduction(+:v))

int main(void)
{
    struct L l = {3};
    struct S store = {&l}, *s = &store;
#pragma pointerchain region begin declare(s->l->n) // expected-note{{declared here}}
    SUM(s->l->n) // expected-error@*{{s->l->n}}
    for (int i = 0; i < 3; i++)
        s->l->n += i;
#pragma pointerchain region end
    printf("%d\n", l.n);
    return 0;
}
