// Unions of which not all is said, and conditions that cannot be kept apart.
#include <stdio.h>

struct inner { int kind; union { double *p; char *q; }; double *rest; };
// expected-error[unsupported-member]@-1:42{{member 'u.in.p' of 'struct outside' cannot be deep-copied: nothing says when this member of a union is alive: 'policy(struct outside: when(condition, u.in))' says it, and 'policy(struct outside: skip(u.in))' copies its bytes as they are}}
// expected-error[unsupported-member]@-2:42{{member 'u.in[].p' of 'struct array' cannot be deep-copied: one of its lengths and conditions reads an element of an array, another one 'struct array' around it: say both of one of the two}}
// expected-error[unsupported-member]@-3:51{{member 'u.in[].q' of 'struct array' cannot be deep-copied: one of its lengths and conditions reads an element of an array, another one 'struct array' around it: say both of one of the two}}
// expected-error[unsupported-member]@-4:65{{member 'u.in[].rest' of 'struct array' cannot be deep-copied: one of its lengths and conditions reads an element of an array, another one 'struct array' around it: say both of one of the two}}
#pragma pointerchain shape(inner: p[1], q[strlen + 1], rest[1])
#pragma pointerchain policy(inner: when(kind == 1, p), when(kind, q), when(kind > 1, rest))

struct both { int tag; union { double *a; int *b; } u; };
// expected-error[unsupported-member]@-1:48{{member 'u.b' of 'struct both' cannot be deep-copied: it shares its bytes with 'u.a', and one condition cannot be of both}}
#pragma pointerchain shape(both: u.a[1], u.b[1])
#pragma pointerchain policy(both: when(tag, u.a, u.b))

struct half { int tag; union { double *a; int *b; } u; };
// expected-error[unsupported-member]@-1:48{{member 'u.b' of 'struct half' cannot be deep-copied: nothing says when this member of a union is alive: 'policy(struct half: when(condition, u.b))' says it, and 'policy(struct half: skip(u.b))' copies its bytes as they are}}
#pragma pointerchain shape(half: u.a[1], u.b[1])
#pragma pointerchain policy(half: when(tag, u.a))

struct whole { int tag; union { double *a; int *b; } u; };
// expected-error[unsupported-member]@-1:54{{member 'u' of 'struct whole' cannot be deep-copied: which pointer of a union is alive is not known: 'policy(struct whole: when(condition, u.a))' says it, and 'policy(struct whole: skip(u))' copies its bytes as they are}}
#pragma pointerchain shape(whole: u.a[1], u.b[1])
#pragma pointerchain policy(whole: when(tag, u))

struct none { int tag; union { double *a; int *b; } u; union { double *c; long d; }; };
// expected-error[unsupported-member]@-1:53{{member 'u' of 'struct none' cannot be deep-copied: which pointer of a union is alive is not known: 'policy(struct none: when(condition, u.a))' says it, and 'policy(struct none: skip(u))' copies its bytes as they are}}
// expected-error[unsupported-member]@-2:56{{'struct none' cannot be deep-copied: which pointer of a union is alive is not known: 'policy(struct none: when(condition, c))' says it, and 'policy(struct none: skip(c))' copies its bytes as they are}}

struct outside { int tag; union { struct inner in; double *d; } u; };
#pragma pointerchain shape(outside: u.d[1])
#pragma pointerchain policy(outside: when(tag, u.d))

struct array { int tag; union { struct inner in[2]; double *d; } u; };
#pragma pointerchain shape(array: u.d[1])
#pragma pointerchain policy(array: when(tag, u.d), when(tag < 0, u.in))

union alone { double *a; int *b; };
// expected-error[unsupported-member]@-1:7{{'union alone' cannot be deep-copied: it is a union with pointers: which one is alive is not known: 'policy(union alone: when(condition, a))' says it}}

static void send(struct inner *inner, struct both *both, struct half *half, struct whole *whole,
                 struct none *none, struct outside *outside, struct array *array, union alone *alone)
{
#pragma pointerchain deepcopy enter(inner, both, half)
// expected-note@-1:44{{'both' leads there}}
// expected-note@-2:50{{'half' leads there}}
#pragma pointerchain deepcopy enter(whole, none)
// expected-note@-1:37{{'whole' leads there}}
// expected-note@-2:44{{'none' leads there}}
// expected-note@-3:44{{'none' leads there}}
#pragma pointerchain deepcopy enter(outside, array, alone)
// expected-note@-1:37{{'outside' leads there}}
// expected-note@-2:46{{'array' leads there}}
// expected-note@-3:46{{'array' leads there}}
// expected-note@-4:46{{'array' leads there}}
// expected-note@-5:53{{'alone' leads there}}
}

int main(void)
{
    (void)send;
    return 0;
}
