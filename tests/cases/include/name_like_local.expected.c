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
{ int pc_a_n_2 = s->a->n; int pc_a_m_2 = s->a->m;
    pc_a_n_2 += 10;
    pc_a_m_2 += 20;
#include "name_like_local.inc"
    total += pc_a_n_2 + pc_a_m_2;
s->a->n = pc_a_n_2; s->a->m = pc_a_m_2; }
    printf("%d %d %d\n", one.n, one.m, total);
    return 0;
}
