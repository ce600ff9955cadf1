// A doubt of a call names every chain that the call could change or read.
#include <stdio.h>

struct A { int n, m; double x; };
struct S { struct A *a, *b; int k; };

static void unseen(struct S *s) { __asm__ volatile(""); s->k++; }
static void some(struct S *s, int by) { struct A *a = s->a; a->n += by; a->m += by; }

int main(void)
{
    struct A a = {1, 2, 0.5}, b = {3, 4, 1.5};
    struct S store = {&a, &b, 0}, *s = &store;
    double t = 0;
{ int pc_a_n = s->a->n; int pc_a_m = s->a->m; double pc_b_x = s->b->x; // expected-note:43{{'s->a->n' is declared here}} expected-note:43{{'s->a->n' is declared here}}
    t += pc_a_n + pc_a_m + pc_b_x;
    unseen(s); // expected-warning[aliased-call]{{'s' is passed to 'unseen', which could change 's->a->n', 's->a->m', 's->b->x'}}
    some(s, 0); // expected-warning[aliased-call]{{'s' is passed to 'some', which could change 's->a->n', 's->a->m'}}
}
    printf("%g\n", t);
    return 0;
}
