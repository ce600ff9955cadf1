// A call that stores through a plain pointer may change an element of the same class: signed or not, an enumeration.
// run: no
#include <stdio.h>

enum E { ONE };
struct S { int *n; double *x; int **rows; };
static unsigned *up;
static enum E *ep;
static float *fp;
static void **vp;
static void in_unsigned(unsigned *p) { *p = 7; }
static void in_enum(enum E *p) { *p = ONE; }
static void in_float(float *p) { *p = 1; }
static void in_pointer(void **p) { *p = 0; }

static int run(struct S *s)
{
    int t = 0;
#pragma pointerchain region begin declare(s->n[0], s->x[1], s->rows[2]) // expected-note{{here}} expected-note{{here}} expected-note{{here}}
    in_unsigned(up); // expected-warning[aliased-call]{{'in_unsigned' could change 's->n[0]'}}
    in_enum(ep); // expected-warning[aliased-call]{{'in_enum' could change 's->n[0]'}}
    in_float(fp);
    in_pointer(vp); // expected-warning[aliased-call]{{'in_pointer' could change 's->rows[2]'}}
    t += s->n[0] + (int)s->x[1] + s->rows[2][0];
#pragma pointerchain region end
    return t;
}

int main(int count, char **words)
{
    struct S s = {0, 0, 0};
    printf("%s\n", words[0]);
    return count > 9 ? run(&s) : 0;
}
