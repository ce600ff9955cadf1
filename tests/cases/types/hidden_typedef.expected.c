// Where the name of a member's or function's type means another type, the local is declared without it.
#include <stdio.h>

typedef double real;
struct cell { real e; double d; };
struct grid { struct cell *cell; };

static double energy(struct grid *grid)
{
    typedef int real;
{ __typeof__(grid->cell->e) pc_cell_e = grid->cell->e;
    pc_cell_e += 0.25;
grid->cell->e = pc_cell_e; }
    real one = 1;
    return grid->cell->e + one;
}

static real density(struct grid *grid)
{
#define real float
{ double pc_cell_d = grid->cell->d; __typeof__(grid->cell->e) pc_cell_e = grid->cell->e;
    pc_cell_d += 0.1;
    pc_cell_e += 0.1;
    { double pc_result = (pc_cell_d + 0.1); grid->cell->d = pc_cell_d; grid->cell->e = pc_cell_e; return pc_result; }
}
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
