// expects: same output
// In a template what does not depend, or is a value of built-in type, binds nothing.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct P { int x; P(int v) : x(v) {} };

template <class S> static int run(S *s)
{
    int total = 0;
{ auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    int one(pc_a_n);
    const long two = pc_a_n;
    double three = double(pc_a_n) + static_cast<double>(pc_a_n);
    P p = P(pc_a_n);
    total = one + two + (int)three + p.x;
    pc_a_n += total;
}
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
