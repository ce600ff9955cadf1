// A macro that steps the root under one branch of conditional text only.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#ifdef NOT_GIVEN
#define NEXT() (void)0
#else
#define NEXT() (void)s++ // expected-note{{macro 'NEXT' is defined here}}
#endif

int main(void)
{
    struct A one = {1}, two = {2};
    struct S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    printf("%d ", s->a->n);
#ifdef NEXT
    NEXT(); // expected-error[prefix-assigned]{{s}}
#endif
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
