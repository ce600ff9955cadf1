// Lambdas from before the region read the chain while the region changes it.
#include <cstdio>
#include <functional>

struct A { int n, m; };
struct S { A *a; };
template <class F> static int call(F f) { return f(); }

int main()
{
    A a = {1, 2};
    S store = {&a}, *s = &store;
    auto one = [&] { return s->a->n; };
    auto two = [s] { return s->a->n; };
    auto three = two;
    std::function<int()> four = two;
    auto five = [s] { return *s->a; };
    auto other = [s] { return s->a->m; };
    int sum = other();
int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_0_t() { out(); } } pc_guard_0{s->a->n, pc_a_n, true}; // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n++;
    sum += one(); // expected-warning[aliased-call]{{'one' could read 's->a->n', which the region changes}}
    sum += two(); // expected-warning[aliased-call]{{'two' could read}}
    sum += three(); // expected-warning[aliased-call]{{'three' could read}}
    sum += four(); // expected-warning[aliased-call]{{'four' could read}}
    A copy = five(); // expected-warning[aliased-call]{{'five' could read}}
    sum += call(two); // expected-warning[aliased-call]{{'two' could read}}
    sum += call(other) + other();
pc_guard_0.out();
    std::printf("%d %d\n", s->a->n, copy.m);
    return sum == 0;
}
