// Chains at which no deep copy can begin.
#include <stdio.h>

struct opaque;
struct tail { int n; double data[]; };
#pragma pointerchain shape(struct tail: data[n])
struct pair { int a, b; };

static void send(double *x, double **xx, void *any, struct opaque *hidden, volatile struct pair *device,
                 struct tail *tail, struct pair *pair, int n)
{
    struct local { int *p; } *local = NULL;
#pragma pointerchain deepcopy enter(x) // expected-error[unsupported-root]:37{{'x' of type 'double *' cannot be deep-copied: say how many elements, as in 'x[0:n]'}}
#pragma pointerchain deepcopy enter(xx[0:n]) // expected-error[unsupported-root]:37{{say how much each of its pointers points at, as in 'xx[0:n][0:m]'}}
#pragma pointerchain deepcopy enter(any) // expected-error[unsupported-root]:37{{what it points at has no type}}
#pragma pointerchain deepcopy enter(hidden) // expected-error[unsupported-root]:37{{'struct opaque' is incomplete}}
#pragma pointerchain deepcopy enter(device) // expected-error[unsupported-root]:37{{'volatile' data change while they are copied}}
#pragma pointerchain deepcopy enter(tail[0:n]) // expected-error[unsupported-root]:37{{objects of 'struct tail' end in a flexible array: name one at a time}}
#pragma pointerchain deepcopy enter(n, pair->a[0:1]) // expected-error[unsupported-root]:37{{it is neither a pointer, an array nor a record}}
// expected-error[unsupported-root]@-1:40{{'pair->a' of type 'int' cannot be deep-copied: it is neither a pointer nor an array}}
#pragma pointerchain deepcopy enter(local) // expected-error[unsupported-root]:37{{its type has no name at file scope}}
#pragma pointerchain deepcopy enter(nobody, pair->c) // expected-error[unresolved-chain]:37{{use of undeclared identifier 'nobody'}}
// expected-error[unresolved-chain]@-1:45{{chain 'pair->c' cannot be resolved: no member named 'c' in 'struct pair'}}
#pragma pointerchain deepcopy enter(pair[0:m]) // expected-error[unresolved-chain]:37{{use of undeclared identifier 'm'}}
#pragma pointerchain deepcopy enter(pair++, send(x)[0:1]) // expected-error[side-effect-in-chain]:41{{chain 'pair++' has a side effect}}
// expected-error[call-in-chain]@-1:45{{chain 'send(x)' holds a call}}
#pragma pointerchain deepcopy enter(pair[0:x[0]], pair[x:1]) // expected-error[unresolved-chain]:37{{'x[0]' is of type 'double', and a bound is an integer}}
// expected-error[unresolved-chain]@-1:51{{'x' is of type 'double *', and a bound is an integer}}
    double **rows[2], (*pairs)[2] = NULL;
    struct tail **tails = NULL;
    void **anything = NULL;
#pragma pointerchain deepcopy enter(xx) // expected-error[unsupported-root]:37{{'xx' of type 'double **' cannot be deep-copied: say how many pointers, as in 'xx[0:n][0:m]'}}
#pragma pointerchain deepcopy enter(rows, rows[0:2][0:n]) // expected-error[unsupported-root]:37{{say how much each of its pointers points at, as in 'rows[0:n][0:m][0:k]'}}
// expected-error[unsupported-root]@-1:43{{say how much each of its pointers points at, as in 'rows[0:n][0:m][0:k]'}}
#pragma pointerchain deepcopy enter(x[0:n][0:2], pairs[0:n][0:2]) // expected-error[unsupported-root]:37{{'[0:2]' is too much: only pointers have rows of their own}}
// expected-error[unsupported-root]@-1:50{{'[0:2]' is too much: only pointers have rows of their own}}
#pragma pointerchain deepcopy enter(xx[0:n][1:2]) // expected-error[bad-entry]:45{{a row is copied from where its pointer points: its section starts at 0}}
#pragma pointerchain deepcopy enter(tails[0:2][0:2]) // expected-error[unsupported-root]:37{{objects of 'struct tail' end in a flexible array: name one at a time}}
#pragma pointerchain deepcopy enter(anything[0:2]) // expected-error[unsupported-root]:37{{what it points at has no type}}
#pragma pointerchain deepcopy enter(xx[0:n][0:x]) // expected-error[unresolved-chain]:37{{'x' is of type 'double *', and a bound is an integer}}
#pragma pointerchain deepcopy enter(xx[0:n][0:n + pc_row]) // expected-error[unsupported-root]:37{{rows of a section have one length: in a struct's shape 'xx' can have one for each}}
    (void)local, (void)rows, (void)pairs, (void)tails, (void)anything;
}

int main(void)
{
    (void)send;
    return 0;
}
