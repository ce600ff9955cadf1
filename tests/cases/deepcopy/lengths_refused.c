// Lengths that are no expression here, each said once; a member whose shape is refused has no second error.
#include <stdio.h>

#define hidden 3
struct box { int n, m; double *a, *b, *c, *d; };
#pragma pointerchain shape(struct box: a[1:n], b[n m]) // expected-error[bad-entry]:43{{a shape's length is one expression, the number of elements from the first: sections such as '[1:n]' are for 'enter' and its kind}}
// expected-error[bad-shape]@-1:50{{length 'n m' of 'struct box': it is not one expression}}
// expected-note@5:8{{'struct box' is defined here}}
#pragma pointerchain shape(struct box: c[], d[n ? n : m])
// expected-error[bad-entry]@-1:41{{the length is empty}}
#undef hidden
struct masked { int hidden; double *x; };
#define hidden 3
#pragma pointerchain shape(struct masked: x[hidden]) // expected-error[bad-shape]:45{{length 'hidden' of 'struct masked': 'hidden' is a macro here, so that it does not name the member}}
// expected-note@12:8{{'struct masked' is defined here}}

#define renamed other
struct macros { int renamed; double *x; }; // expected-note:8{{'struct macros' is defined here}}
#pragma pointerchain shape(struct macros: x[renamed]) // expected-error[bad-shape]:45{{length 'renamed' of 'struct macros': a macro stands for 'other': members are named in the length itself}}

static void send(struct box *box)
{
#pragma pointerchain deepcopy enter(box)
}

int main(void)
{
    (void)send;
    return 0;
}
