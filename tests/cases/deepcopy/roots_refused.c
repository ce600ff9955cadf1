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
#pragma pointerchain deepcopy enter(xx[0:n]) // expected-error[unsupported-root]:37{{its elements are pointers: make it a member of a struct, with a shape}}
#pragma pointerchain deepcopy enter(any) // expected-error[unsupported-root]:37{{what it points at has no type}}
#pragma pointerchain deepcopy enter(hidden) // expected-error[unsupported-root]:37{{'struct opaque' is incomplete here}}
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
    (void)local;
}

int main(void)
{
    (void)send;
    return 0;
}
