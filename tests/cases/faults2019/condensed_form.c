// 2019: 'region begin declare(...)' was ignored.
#include <stdio.h>

struct traits { double *positions; int n; };
struct atoms { struct traits *traits; };
struct simulation { struct atoms *atoms; };

static double sum(struct simulation *simulation)
{
    double total = 0.0;
#pragma pointerchain region begin declare(simulation->atoms->traits->positions{double*:restrictconst})
    for (int i = 0; i < 3; i++)
        total += simulation->atoms->traits->positions[i];
#pragma pointerchain region end
    return total;
}

int main(void)
{
    double positions[3] = {1.5, 2.5, 4.0};
    struct traits traits = {positions, 3};
    struct atoms atoms = {&traits};
    struct simulation simulation = {&atoms};
    printf("%g\n", sum(&simulation));
    return 0;
}
