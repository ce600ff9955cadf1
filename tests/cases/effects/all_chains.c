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
#pragma pointerchain region begin declare(s->a->n, s->a->m, s->b->x) // expected-note:43{{'s->a->n' is declared here}} expected-note:43{{'s->a->n' is declared here}}
    t += s->a->n + s->a->m + s->b->x;
    unseen(s); // expected-warning[aliased-call]{{'s' is passed to 'unseen', which could change 's->a->n', 's->a->m', 's->b->x'}}
    some(s, 0); // expected-warning[aliased-call]{{'s' is passed to 'some', which could change 's->a->n', 's->a->m'}}
#pragma pointerchain region end
    printf("%g\n", t);
    return 0;
}
