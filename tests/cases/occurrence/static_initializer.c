// expects: same output
// A static variable's initializer is the address of a hoisted array of a static object: a constant, which no local is.
#include <stdio.h>

struct A { double box[3]; int n; };
struct G { struct A a; };
static struct G g = {{{1, 2, 3}, 4}};

int main(void)
{
    double sum = 0;
#pragma pointerchain region begin declare(g.a.box, g.a.n)
    static double *p = g.a.box;
    for (int k = 0; k < 3; k++)
        sum += p[k] + g.a.box[k];
    g.a.n += 1;
#pragma pointerchain region end
    printf("%g %d\n", sum, g.a.n);
    return 0;
}
