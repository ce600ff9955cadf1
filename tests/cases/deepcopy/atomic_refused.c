// What is '_Atomic' and holds pointers, each said once.
// args: -std=c11
#include <stdio.h>

struct leaf { double *p; };
struct plain { int a, b; };
struct box { // expected-note:8{{'struct box' is defined here}}
    int n;
    double *_Atomic shaped;
    double *_Atomic bare; // expected-error[unsupported-member]:21{{member 'bare' of 'struct box' cannot be deep-copied: what is '_Atomic' may change while it is copied: 'policy(struct box: skip(bare))' leaves it out}}
    _Atomic(struct leaf) leaf; // expected-error[unsupported-member]:26{{what is '_Atomic' may change while it is copied}}
    _Atomic(double *) *rows; // expected-error[unsupported-member]:24{{it points at '_Atomic(double *)'}}
    double *_Atomic skipped[2];
    _Atomic(struct plain) plain;
    _Atomic int count, *counts;
};
#pragma pointerchain shape(struct box: shaped[n], counts[n]) // expected-error[bad-shape]:40{{member 'shaped' of 'struct box' is '_Atomic' and may change while it is copied: 'policy(struct box: skip(shaped))' leaves it out}}
#pragma pointerchain policy(struct box: skip(skipped))

static void send(struct box *box, _Atomic(double *) *rows)
{
#pragma pointerchain deepcopy enter(box)
// expected-note@-1:37{{'box' leads there}}
// expected-note@-2:37{{'box' leads there}}
// expected-note@-3:37{{'box' leads there}}
#pragma pointerchain deepcopy enter(rows[0:2]) // expected-error[unsupported-root]:37{{what is '_Atomic' may change while it is copied}}
}

int main(void)
{
    (void)send;
    return 0;
}
