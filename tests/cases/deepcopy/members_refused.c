// Members of which a deep copy cannot know what to do with them; each once, where it is declared.
#include <stdio.h>

struct opaque;
union either { int *i; double *d; };
struct leaf { double *p; int n; }; // expected-error[missing-shape]:23{{member 'leaves[].p' of 'struct all' has no length: say it with 'shape(struct leaf: p[n])'}}
struct tail { int n; double data[]; };
#pragma pointerchain shape(struct tail: data[n])
struct loose { int n; double data[]; }; // expected-error[missing-shape]:30{{member 'data' of 'struct loose' has no length}}
typedef struct all {
    double *lengthless; // expected-error[missing-shape]:13{{say it with 'shape(struct all: lengthless[n])', or leave the member out with 'policy(struct all: skip(lengthless))'}}
    double **rows; // expected-error[missing-shape]:14{{member 'rows' of 'struct all' has no length: it takes 2 lengths, as in 'rows[n][m]', not 1}}
    void *any; // expected-error[unsupported-member]:11{{it points at 'void': 'shape(struct all: any as type[n])' says at what, and 'policy(struct all: skip(any))' leaves it out}}
    int (*call)(int); // expected-error[unsupported-member]:11{{member 'call' of 'struct all' cannot be deep-copied: it points at a function}}
    struct opaque *hidden; // expected-error[unsupported-member]:20{{it points at 'struct opaque', which is incomplete}}
    union either either; // expected-error[unsupported-member]:18{{which pointer of a union is alive is not known: 'policy(struct all: when(condition, either.i))' says it, and 'policy(struct all: skip(either))' copies its bytes as they are}}
    struct leaf leaves[2];
    struct tail *tails; // expected-error[unsupported-member]:18{{objects of 'struct tail' end in a flexible array, so that each stands alone: its length is 1}}
    struct loose *loose;
    volatile double *device; // expected-error[unsupported-member]:22{{'volatile' data change while they are copied}}
    int n, none[0];
    struct tail end; // expected-error[unsupported-member]:17{{member 'end' of 'struct all' cannot be deep-copied: a record that ends in a flexible array cannot be embedded}}
} all;
#pragma pointerchain shape(all: rows[n], tails[n], loose[1], device[n])

static void send(all *whole)
{
#pragma pointerchain deepcopy enter(whole[0:2])
// expected-note@-1:37{{'whole[0:2]' leads there by 'struct all' member 'loose'}}
// expected-note@-2:37{{'whole[0:2]' leads there}}
// expected-note@-3:37{{'whole[0:2]' leads there}}
// expected-note@-4:37{{'whole[0:2]' leads there}}
// expected-note@-5:37{{'whole[0:2]' leads there}}
// expected-note@-6:37{{'whole[0:2]' leads there}}
// expected-note@-7:37{{'whole[0:2]' leads there}}
// expected-note@-8:37{{'whole[0:2]' leads there}}
// expected-note@-9:37{{'whole[0:2]' leads there}}
// expected-note@-10:37{{'whole[0:2]' leads there}}
// expected-note@-11:37{{'whole[0:2]' leads there}}
#pragma pointerchain deepcopy exit(whole[0:2])
    (void)whole;
}

int main(void)
{
    send(NULL);
    return 0;
}
