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
#pragma pointerchain declare(p->a{count}, p->inner->r)
#pragma pointerchain region begin
    p->a += (int)p->inner->r[1];
#pragma pointerchain region end
    printf("%d\n", store.a);
    return 0;
}
