// A section whose chain is one macro is what the macro stands for, not what the macro's text begins with.
#include <stdio.h>

struct box { int k; double *q; };
#define VALUES box->q
#pragma pointerchain shape(struct box: q[1])

static double send(struct box *box)
{
#pragma pointerchain deepcopy region begin(VALUES[0:1])
    VALUES[0] += 1;
#pragma pointerchain deepcopy region end
    return VALUES[0];
}

int main(void)
{
    double value = 1;
    struct box box = {1, &value};
    printf("%g\n", send(&box));
    return 0;
}
