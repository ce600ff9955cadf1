// A macro of a length that is gone, or names something else, where the length is computed.
#include <stdio.h>

#define WIDTH 3
#define HEIGHT 4
struct box { int n; double *x, *y, *z; };
#pragma pointerchain shape(struct box: x[n * WIDTH]) // expected-error[bad-shape]:42{{length 'n * WIDTH' cannot be computed where it is needed: a name in it means something else there: use of undeclared identifier 'WIDTH'}}
#pragma pointerchain shape(struct box: y[n * HEIGHT]) // expected-error[bad-shape]:42{{length 'n * HEIGHT' cannot be computed where it is needed: a name in it means something else there: use of undeclared identifier 'nowhere'}}
#pragma pointerchain shape(struct box: z[n])
#undef WIDTH // expected-note:8{{macro 'WIDTH' is undefined here}}
#undef HEIGHT
#define HEIGHT nowhere // expected-note:9{{macro 'HEIGHT' is defined here}}

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
