// A pointer to a member may read the hoisted value, which the region changes, behind any pointer.
// run: no
#include <cstdio>

struct A { int n, m; double x; };
struct S { A *a; };

static int run(S *s, A *b, int A::*which, double A::*other)
{
    int t = 0;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n}; // expected-note{{here}} expected-note{{here}}
    pc_a_n = 2;
    t += (*b).*which; // expected-warning[aliased-call]{{'(*b).*which' could read 's->a->n'}}
    t += b->*which + int(b->*other); // expected-warning[aliased-call]{{'b->*which' could read 's->a->n'}}
}
{ int pc_a_m = s->a->m;
    t += pc_a_m + b->*which;
}
    return t;
}

int main()
{
    A a = {1, 2, 3};
    S s = {&a};
    std::printf("%d\n", run(&s, &a, &A::m, &A::x));
}
