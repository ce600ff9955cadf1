// A macro that makes nothing but a string of its argument reads no chain.
#include <stdio.h>
struct atoms { int n; };
struct sim { struct atoms *a; };
#define TEXT(x) #x
int main(void)
{
    struct atoms a = {3};
    struct sim store = {&a}, *s = &store;
{ int pc_a_n = s->a->n;
    puts(TEXT(s->a->n));
    pc_a_n += 1;
s->a->n = pc_a_n; }
    printf("%d\n", a.n);
    return 0;
}
