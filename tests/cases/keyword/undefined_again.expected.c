// expects: same output
// The macro of the keyword ends before the region.
#include <stdio.h>

struct A { double d; int n; };
struct S { struct A *a; };
#define double float
static double other = 1.5f;
#undef double
#define int long

signed main(void)
{
    struct A a = {0.1, 1};
    struct S store = {&a}, *s = &store;
{ double pc_a_d = s->a->d;
    pc_a_d += 0.2;
s->a->d = pc_a_d; }
    printf("%.17g %g %d\n", a.d, other, a.n);
    return 0;
}
