// expects: same output
// A static variable's initializer is the address of a hoisted array of a static object: a constant, which no local is.
#include <stdio.h>

struct A { double box[3]; int n; };
struct G { struct A a; };
static struct G g = {{{1, 2, 3}, 4}};

int main(void)
{
    double sum = 0;
{ double *pc_a_box = g.a.box; int pc_a_n = g.a.n;
    static double *p = g.a.box;
    for (int k = 0; k < 3; k++)
        sum += p[k] + pc_a_box[k];
    pc_a_n += 1;
g.a.n = pc_a_n; }
    printf("%g %d\n", sum, g.a.n);
    return 0;
}
