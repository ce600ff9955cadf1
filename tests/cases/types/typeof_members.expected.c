// Members whose types are spelled by typeof, which are no declarators of functions.
#include <stdio.h>
struct A { __typeof__(1.0) n; __typeof__(int *) p; __typeof__(int[3]) q; __typeof__(struct { int k; }) r; };
struct S { struct A *a; };
int main(void)
{
    int z[2]={4,5};
    struct A a = {1.5,z,{1,2,3},{9}};
    struct S so = {&a}, *s = &so;
{ double pc_a_n = s->a->n; int *pc_a_p = s->a->p; __typeof__(s->a->r) pc_a_r = s->a->r; int *pc_a_q = s->a->q;
    pc_a_n += 1; pc_a_p[0]++; pc_a_r.k++;
    printf("%g %d %d %d\n", pc_a_n, pc_a_p[0], pc_a_q[1], pc_a_r.k);
s->a->n = pc_a_n; s->a->r = pc_a_r; }
    return 0;
}
