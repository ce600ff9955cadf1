// static_cast, reinterpret_cast and const_cast in the chain; commas inside angle brackets.
#include <cstdio>

template <typename A, typename B> struct pair { A a; B b; };
struct base { int id; };
struct derived : base { int *r; int n; };
struct sim { base *b; void *raw; const derived *fixed; };

int main()
{
    int r[] = {1, 2, 3};
    derived d;
    d.id = 1;
    d.r = r;
    d.n = 3;
    pair<int, double> p = {4, 5.5};
    sim store = {&d, &p, &d}, *s = &store;

{ int *pc_b_r = static_cast<derived*>(s->b)->r; double pc_raw_b = static_cast<pair<int,double>*>(s->raw)->b; int pc_fixed_n = const_cast<derived*>(s->fixed)->n; struct pc_guard_0_t { decltype(pc_raw_b) &to0; decltype(pc_raw_b) &from0; decltype(pc_fixed_n) &to1; decltype(pc_fixed_n) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{static_cast<pair<int,double>*>(s->raw)->b, pc_raw_b, const_cast<derived*>(s->fixed)->n, pc_fixed_n};
    pc_b_r[0] += 10;
    pc_raw_b += 1;
    pc_fixed_n += 4;
}
    std::printf("%d %g %d\n", r[0], p.b, d.n);
    return 0;
}
