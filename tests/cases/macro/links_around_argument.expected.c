// The root is a macro's argument, the links are its body's.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define N(x) (x)->a->n

int main(void)
{
    struct A one = {1, 2};
    struct S so = {&one}, *s = &so;
{ int pc_a_n = s->a->n;
    pc_a_n += 1;
    printf("%d\n", pc_a_n);
    pc_a_n = 7;
    printf("%d\n", pc_a_n);
s->a->n = pc_a_n; }
    return 0;
}
