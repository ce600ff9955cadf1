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
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->a->n++;
    sum += one(); // expected-warning[aliased-call]{{'one' could read 's->a->n', which the region changes}}
    sum += two(); // expected-warning[aliased-call]{{'two' could read}}
    sum += three(); // expected-warning[aliased-call]{{'three' could read}}
    sum += four(); // expected-warning[aliased-call]{{'four' could read}}
    A copy = five(); // expected-warning[aliased-call]{{'five' could read}}
    sum += call(two); // expected-warning[aliased-call]{{'two' could read}}
    sum += call(other) + other();
#pragma pointerchain region end
    std::printf("%d %d\n", s->a->n, copy.m);
    return sum == 0;
}
