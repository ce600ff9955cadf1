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
{ int pc_a_n = s->a->n; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n += 1;
    WRITE(); // expected-warning[aliased-write]{{n}}
    SET(t, 6); // expected-warning[aliased-write]{{n}}
    pc_a_n += READ; // expected-warning[aliased-read]{{n}}
s->a->n = pc_a_n; }
    printf("%d %d\n", a.n, b.n);
    return 0;
}
