// A macro that is another one at the directive than at the shape.
#include <stdio.h>

#define WIDTH 3
#define TWICE (2 * WIDTH)
struct box { int n; double *x, *y, *z; };
#pragma pointerchain shape(struct box: x[n * WIDTH], y[TWICE], z[sizeof(double)]) // expected-error[bad-shape]:42{{length 'n * WIDTH' is 'n * 3' at its shape, but 'n * 2' where it is needed}}
// expected-error[bad-shape]@-1:56{{length 'TWICE' is '(2 * 3)' at its shape, but '(2 * 2)' where it is needed}}
#undef WIDTH
#define WIDTH 2

// expected-note@+1{{it is needed from here on}}
static void send(struct box *box) // expected-note{{it is needed from here on}}
{
#pragma pointerchain deepcopy enter(box)
}

int main(void)
{
    (void)send;
    return 0;
}
