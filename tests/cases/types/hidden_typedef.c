// The name of a member's type means another type where the region begins.
typedef double real;
struct cell { real e; double d; };
struct grid { struct cell *cell; };

static double energy(struct grid *grid)
{
    typedef int real;
#pragma pointerchain region begin declare(grid->cell->e) // expected-error[unsupported-type]{{chain 'grid->cell->e' of type 'real' cannot be hoisted: that name means another type where the region begins}}
    grid->cell->e += 0.25;
#pragma pointerchain region end
    real one = 1;
    return grid->cell->e + one;
}

static real density(struct grid *grid)
{
#define real float
#pragma pointerchain region begin declare(grid->cell->d) // expected-note{{the region begins here}}
    grid->cell->d += 0.1;
    return grid->cell->d + 0.1; // expected-error[verification]{{the translation is not proven right: the name of the function's result type means something else here}}
#pragma pointerchain region end
#undef real
}

int main(void)
{
    struct cell cell = {0.5, 0.5};
    struct grid grid = {&cell};
    return energy(&grid) > density(&grid);
}
