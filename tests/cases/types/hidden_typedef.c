// Where the name of a member's or function's type means another type, the local is declared without it.
#include <stdio.h>

typedef double real;
struct cell { real e; double d; };
struct grid { struct cell *cell; };

static double energy(struct grid *grid)
{
    typedef int real;
#pragma pointerchain region begin declare(grid->cell->e)
    grid->cell->e += 0.25;
#pragma pointerchain region end
    real one = 1;
    return grid->cell->e + one;
}

static real density(struct grid *grid)
{
#define real float
#pragma pointerchain region begin declare(grid->cell->d, grid->cell->e)
    grid->cell->d += 0.1;
    grid->cell->e += 0.1;
    return grid->cell->d + 0.1;
#pragma pointerchain region end
#undef real
}

int main(void)
{
    struct cell cell = {0.5, 0.5};
    struct grid grid = {&cell};
    printf("%.17g ", energy(&grid));
    printf("%.17g ", density(&grid));
    printf("%.17g %.17g\n", cell.e, cell.d);
    return 0;
}
