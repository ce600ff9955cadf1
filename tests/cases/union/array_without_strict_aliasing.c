// Where types tell no objects apart, a pointer to an array in a union hides nothing.
// args: -fno-strict-aliasing
#include <stdio.h>

union two { int i[4]; float f[4]; };
struct sim { union two *t; };

int main(void)
{
    union two t = {{6, 7}};
    struct sim store = {&t}, *sim = &store;
    int k = 0;
#pragma pointerchain region begin declare(sim->t->i)
    for (int i = 0; i < 2; i++)
        k += sim->t->i[i];
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->t->f)
    sim->t->f[1] = 1.5f;
#pragma pointerchain region end
    printf("%d %d\n", k, t.i[1]);
    return 0;
}
