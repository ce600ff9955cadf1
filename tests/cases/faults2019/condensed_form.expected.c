// 2019: 'region begin declare(...)' was ignored.
#include <stdio.h>

struct traits { double *positions; int n; };
struct atoms { struct traits *traits; };
struct simulation { struct atoms *atoms; };

static double sum(struct simulation *simulation)
{
    double total = 0.0;
{ double *__restrict const pc_atoms_traits_positions = simulation->atoms->traits->positions;
    for (int i = 0; i < 3; i++)
        total += pc_atoms_traits_positions[i];
}
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
