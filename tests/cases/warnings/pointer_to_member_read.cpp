// A pointer to a member may read the hoisted value, which the region changes, behind any pointer.
// run: no
#include <cstdio>

struct A { int n, m; double x; };
struct S { A *a; };

static int run(S *s, A *b, int A::*which, double A::*other)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}} expected-note{{here}}
    s->a->n = 2;
    t += (*b).*which; // expected-warning[aliased-call]{{'(*b).*which' could read 's->a->n'}}
    t += b->*which + int(b->*other); // expected-warning[aliased-call]{{'b->*which' could read 's->a->n'}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->m)
    t += s->a->m + b->*which;
#pragma pointerchain region end
    return t;
}

int main()
{
    A a = {1, 2, 3};
    S s = {&a};
    std::printf("%d\n", run(&s, &a, &A::m, &A::x));
}
