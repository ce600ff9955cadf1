// Shapes and policies that do not fit their types.
#include <stdio.h>

struct leaf { double *p; int n; };
typedef struct bad { double *a, *b, *c, *d, *e; double real; struct leaf leaf; int k; void *v; } bad;
static int f(void) { return 1; }
#pragma pointerchain shape(bad: misspelt[k]) // expected-error[bad-shape]:33{{'struct bad' has no member 'misspelt'}}
// expected-note@5:16{{'struct bad' is defined here}}
#pragma pointerchain shape(bad: k[3]) // expected-error[bad-shape]:33{{member 'k' of 'struct bad' is neither a pointer nor a flexible array}}
// expected-note@5:16{{'struct bad' is defined here}}
#pragma pointerchain shape(bad: a[real]) // expected-error[bad-shape]:35{{length 'real' of 'struct bad': a length is an integer, not 'double'}}
// expected-note@5:16{{'struct bad' is defined here}}
#pragma pointerchain shape(bad: b[k + f()]) // expected-error[bad-shape]:35{{length 'k + f()' of 'struct bad': a length holds no call}}
// expected-note@5:16{{'struct bad' is defined here}}
#pragma pointerchain shape(bad: c[k + leaf.m]) // expected-error[bad-shape]:44{{length 'k + leaf.m' of 'struct bad': no member named 'm' in 'struct leaf'}}
// expected-note@5:16{{'struct bad' is defined here}}
#pragma pointerchain shape(bad: d[k++]) // expected-error[bad-shape]:36{{length 'k++' has a side effect}}
#pragma pointerchain shape(bad: d[2 - 3]) // expected-error[bad-shape]:35{{it is -1, and a length is not negative}}
// expected-note@5:16{{'struct bad' is defined here}}
#pragma pointerchain shape(bad: e[k], e[3]) // expected-error[bad-shape]:39{{a second shape of member 'e' of 'struct bad'}}
// expected-note@-1:33{{the first one is here}}
#pragma pointerchain shape(unknown: p[n]) // expected-error[bad-shape]:28{{'shape': type 'unknown': unknown type name 'unknown'}}
#pragma pointerchain shape(later: p[n]) // expected-error[bad-shape]:28{{type 'later'}}
struct later { int *p; int n; };
#pragma pointerchain policy(bad: skip(k)) // expected-error[bad-shape]:39{{member 'k' of 'struct bad' is no pointer and holds none: a policy is about pointers}}
// expected-note@5:16{{'struct bad' is defined here}}
struct chain { struct leaf *leaf; int *p, *q; }; // expected-note:8{{'struct chain' is defined here}}
// expected-note@-1:8{{'struct chain' is defined here}}
#pragma pointerchain shape(struct chain: leaf.p[1]) // expected-error[bad-shape]:42{{member 'leaf' of 'struct chain' is a pointer: what it points at is of type 'struct leaf', which has shapes and policies of its own}}
static struct leaf whole;
#pragma pointerchain shape(struct chain: q[whole]) // expected-error[bad-shape]:44{{a length is an integer, not 'struct leaf'}}
#define FIRST(x) ({ struct leaf *first = (x); first->n; })
struct kept { struct leaf *leaf; int *p; };
#pragma pointerchain shape(struct kept: p[FIRST(leaf)]) // expected-error[bad-shape]:43{{length 'FIRST(leaf)' of 'struct kept': a macro in it follows a pointer that cannot be tested for null: write it without the macro}}
// expected-note@-2:8{{'struct kept' is defined here}}
#pragma pointerchain policy(bad: skip(missing), skip(v)) // expected-error[bad-shape]:39{{'struct bad' has no member 'missing'}}
// expected-note@5:16{{'struct bad' is defined here}}
#pragma pointerchain policy(bad: observer(v)) // expected-error[bad-shape]:43{{a second policy for member 'v' of 'struct bad'}}
// expected-note@-3:54{{'skip' is here}}
#pragma pointerchain policy(int: skip(v)) // expected-error[bad-shape]:29{{'policy': 'int' is no struct or class}}

int main(void)
{
#pragma pointerchain shape(struct leaf: p[n]) // expected-error[misplaced-directive]:9{{a 'shape' stands at file scope, after the type}}
    printf("%d\n", f());
    return 0;
}
