// Ways in and out of a deepcopy region that no word of the region's text shows.
#include <setjmp.h>
#include <stdio.h>

struct pair { int a, b; };
typedef double number;
#define GO_IN goto in
#define HOP longjmp(place, 1)
static jmp_buf place;

static void user(int n) { if (n > 9) HOP; }

static int into(struct pair *p, int n)
{
    if (n) GO_IN; // expected-note:12{{the 'goto' is here}}
#pragma pointerchain deepcopy region begin(p[0:1])
// expected-note@-1:31{{the region begins here}}
in: // expected-error[jump-into-region]:1{{label 'in' is a way into the deepcopy region past its beginning}}
    p->a++;
#include "exits_hidden.inc"
// expected-error[deepcopy-exit]@-1:1{{a 'return' out of a deepcopy region stands in text that is included into it}}
#pragma pointerchain deepcopy region end
    return 0;
}

static int jumps(struct pair *p, int n)
{
    if (setjmp(place)) return 1; // expected-note:9{{it may jump here by 'longjmp'}}
#pragma pointerchain deepcopy region begin(p[0:1])
    user(p->a + n); // expected-error[deepcopy-exit]:5{{'user' in a deepcopy region: it could be left without its end}}
#pragma pointerchain deepcopy region end
    return 0;
}

static int hops(struct pair *p, int n)
{
#pragma pointerchain deepcopy region begin(p[0:1]) // expected-note:31{{the region begins here}}
    if (n) HOP; // expected-error[deepcopy-exit]:12{{'HOP' in a deepcopy region: it could be left without its end}}
    p->a++;
#pragma pointerchain deepcopy region end
    return 0;
}

static int labels(struct pair *p, int n)
{
    static void *ways[] = {&&there};
    if (n) goto *ways[0]; // expected-error[jump-into-region]:12{{a computed goto could lead into the deepcopy region past its beginning}}
#pragma pointerchain deepcopy region begin(p[0:1]) // expected-note:31{{the region begins here}}
there:
    p->a++;
#pragma pointerchain deepcopy region end
    return 0;
}

int main(void)
{
    struct pair p = {1, 2};
    printf("%d\n", into(&p, 0) + jumps(&p, 1) + hops(&p, 0) + labels(&p, 0));
    return 0;
}
