// A function that the linker or a pragma may replace: what its body in sight does says nothing.
// run: no
#include <stdio.h>

struct S { int n; };
struct A { struct S *s; };
#pragma weak early
void early(struct S *s) { (void)s; }
__attribute__((weak)) void attributed(struct S *s) { (void)s; }
#pragma redefine_extname renamed other
void renamed(struct S *s) { (void)s; }
void labelled(struct S *s) __asm__("other_name");
void labelled(struct S *s) { (void)s; }
inline void shared(struct S *s) { (void)s; }
static inline void own(struct S *s) { (void)s; }
static void plain(struct S *s) { (void)s; }
static void indirect(struct S *s) { early(s); }
_Pragma("weak late") void late(struct S *s) { (void)s; }

static int run(struct A *a)
{
    int t = 0;
{ int pc_s_n = a->s->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}} expected-note{{here}}
    early(a->s); // expected-warning[aliased-call]{{'early', which could change 'a->s->n'}}
    attributed(a->s); // expected-warning[aliased-call]{{'attributed', which could change}}
    renamed(a->s); // expected-warning[aliased-call]{{'renamed', which could change}}
    labelled(a->s); // expected-warning[aliased-call]{{'labelled', which could change}}
    shared(a->s); // expected-warning[aliased-call]{{'shared', which could change}}
    indirect(a->s); // expected-warning[aliased-call]{{'indirect', which could change}}
    late(a->s); // expected-warning[aliased-call]{{'late', which could change}}
    own(a->s);
    plain(a->s);
    t += pc_s_n;
}
    return t;
}

int main(void)
{
    struct S s = {1};
    struct A a = {&s};
    printf("%d\n", run(&a));
    return 0;
}
