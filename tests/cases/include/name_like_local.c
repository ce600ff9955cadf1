// expects: same output
// The included text uses and declares names that a local could get.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
static int pc_a_n = 3;

int main(void)
{
    struct A one = {1, 2};
    struct S store = {&one}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->m)
    s->a->n += 10;
    s->a->m += 20;
#include "name_like_local.inc"
    total += s->a->n + s->a->m;
#pragma pointerchain region end
    printf("%d %d %d\n", one.n, one.m, total);
    return 0;
}
