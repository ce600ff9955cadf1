// Types that only the function knows.
#include <stdio.h>

int main(void)
{
    typedef int count;
    struct pair { count a; struct { double *r; } *inner; };
    double r[2] = {1, 2};
    struct pair store = {3, 0}, *p = &store;
    __typeof__(*p->inner) inner = {r};
    store.inner = &inner;

{ count pc_a = p->a; double *pc_inner_r = p->inner->r;
    pc_a += (int)pc_inner_r[1];
p->a = pc_a; }
    printf("%d\n", store.a);
    return 0;
}
