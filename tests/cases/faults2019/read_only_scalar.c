// 2019: every scalar was written back, which neither a const member nor read-only memory stands.
#include <stdio.h>

struct box { const int cells; int shift; };
struct sim { const struct box *box; };

static const struct box box = {4, 2};

int main(void)
{
    struct sim store = {&box}, *sim = &store;
    int total = 0;
#pragma pointerchain declare(sim->box->cells, sim->box->shift)
#pragma pointerchain region begin
    for (int i = 0; i < sim->box->cells; i++)
        total += sim->box->shift;
#pragma pointerchain region end
    printf("%d\n", total);
    return 0;
}
