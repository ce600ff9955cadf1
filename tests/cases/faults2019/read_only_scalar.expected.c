// 2019: every scalar was written back, which neither a const member nor read-only memory stands.
#include <stdio.h>

struct box { const int cells; int shift; };
struct sim { const struct box *box; };

static const struct box box = {4, 2};

int main(void)
{
    struct sim store = {&box}, *sim = &store;
    int total = 0;

{ const int pc_box_cells = sim->box->cells; const int pc_box_shift = sim->box->shift;
    for (int i = 0; i < pc_box_cells; i++)
        total += pc_box_shift;
}
    printf("%d\n", total);
    return 0;
}
