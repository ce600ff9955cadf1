// expects: same output
// Macros write and read the hoisted chain's member by another path.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define WRITE() (t->a->n = 5)
#define SET(p, v) ((p)->a->n = (v))
#define READ t->a->n

int main(void)
{
    struct A a = {1}, b = {2};
    struct S store = {&a}, other = {&b}, *s = &store, *t = &other;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->a->n += 1;
    WRITE(); // expected-warning[aliased-write]{{n}}
    SET(t, 6); // expected-warning[aliased-write]{{n}}
    s->a->n += READ; // expected-warning[aliased-read]{{n}}
#pragma pointerchain region end
    printf("%d %d\n", a.n, b.n);
    return 0;
}
