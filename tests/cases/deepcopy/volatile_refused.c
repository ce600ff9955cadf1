// Members that are 'volatile', each said once; what a policy skips, and what a pointer that is left out leads to, is not.
// args: -std=c11
struct inner { int n; volatile int v; }; // expected-error[unsupported-member]:36{{member 'in.v' of 'struct all' cannot be deep-copied: 'volatile' data change while they are copied: 'policy(struct all: skip(in.v))' copies its bytes as they are}}
// expected-error@-1:36{{member 'many[].v' of 'struct all'}}
struct tail { int n; volatile double data[]; }; // expected-error[unsupported-member]:38{{member 'data' of 'struct tail' cannot be deep-copied: 'volatile' data change while they are copied: 'policy(struct tail: skip(data))' leaves it out}}
struct fine { volatile int flag, flags[4]; struct inner in; double *volatile p; volatile int *left_out, *watched; };
struct all {
    volatile int flag; // expected-error[unsupported-member]:18{{'policy(struct all: skip(flag))' copies its bytes as they are}}
    volatile double a[3][2]; // expected-error[unsupported-member]:21{{member 'a' of 'struct all'}}
    volatile unsigned bits : 3; // expected-error[unsupported-member]:23{{member 'bits' of 'struct all'}}
    volatile _Atomic int counter; // expected-error[unsupported-member]:26{{member 'counter' of 'struct all'}}
    double *volatile p; // expected-error[unsupported-member]:22{{member 'p' of 'struct all' cannot be deep-copied: 'volatile' data change while they are copied: 'policy(struct all: skip(p))' leaves it out}}
    double *volatile watched; // expected-error[unsupported-member]:22{{member 'watched' of 'struct all'}}
    volatile double (*rows)[3]; // expected-error[unsupported-member]:23{{member 'rows' of 'struct all'}}
    struct inner in, many[2];
    volatile struct inner whole; // expected-error[unsupported-member]:27{{member 'whole' of 'struct all'}}
    struct { volatile int unnamed; }; // expected-error[unsupported-member]:27{{member 'unnamed' of 'struct all'}}
    union { volatile int u; float f; }; // expected-error[unsupported-member]:26{{member 'u' of 'struct all'}}
    struct tail *tail;
    struct fine *fine;
};
#pragma pointerchain shape(struct all: p[1], rows[1], tail[1], fine[1])
#pragma pointerchain shape(struct tail: data[n])
#pragma pointerchain policy(struct all: observer(watched))
#pragma pointerchain policy(struct fine: skip(flag, flags, in.v, p, left_out), observer(watched))

static void send(struct all *all)
{
#pragma pointerchain deepcopy enter(all)
// expected-note@-1:37{{'all' leads there}}
// expected-note@-2:37{{'all' leads there}}
// expected-note@-3:37{{'all' leads there}}
// expected-note@-4:37{{'all' leads there}}
// expected-note@-5:37{{'all' leads there}}
// expected-note@-6:37{{'all' leads there}}
// expected-note@-7:37{{'all' leads there}}
// expected-note@-8:37{{'all' leads there}}
// expected-note@-9:37{{'all' leads there}}
// expected-note@-10:37{{'all' leads there}}
// expected-note@-11:37{{'all' leads there}}
// expected-note@-12:37{{'all' leads there}}
// expected-note@-13:37{{'all' leads there}}
}

int main(void)
{
    (void)send;
    return 0;
}
