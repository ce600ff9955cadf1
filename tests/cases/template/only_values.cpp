// expects: same output
// In a template what does not depend, or is a value of built-in type, binds nothing.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct P { int x; P(int v) : x(v) {} };

template <class S> static int run(S *s)
{
    int total = 0;
#pragma pointerchain region begin declare(s->a->n)
    int one(s->a->n);
    const long two = s->a->n;
    double three = double(s->a->n) + static_cast<double>(s->a->n);
    P p = P(s->a->n);
    total = one + two + (int)three + p.x;
    s->a->n += total;
#pragma pointerchain region end
    return total;
}

int main()
{
    A a = {1};
    S s = {&a};
    int total = run(&s);
    std::printf("%d %d\n", total, a.n);
    return 0;
}
