// args: -std=c++14
// Before C++17 a copy stands between a lambda and what holds it: what holds the copy is what matters.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };
static std::function<int()> keep;
static void registered(std::function<int()> f) { keep = f; }
struct sink { std::function<int()> f; sink &operator<<(std::function<int()> g) { f = g; return *this; } };
static std::function<int()> made(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    return [s] { return s->a->n; }; // expected-error[lambda-capture]{{outlives the region}}
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    sink out;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    auto one = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    const auto two = [&] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    static auto three = [s] { return s->a->n; }; // expected-error[lambda-capture]{{may outlive the region}}
    thread_local auto four = [s] { return s->a->n; }; // expected-error[lambda-capture]{{may outlive the region}}
    std::function<int()> five = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto six = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto seven = six;
    registered([s] { return s->a->n; }); // expected-error[lambda-capture]{{'registered' could keep}}
    keep = [s] { return s->a->n; }; // expected-error[lambda-capture]{{may outlive the region}}
    out << [s] { return s->a->n; }; // expected-error[lambda-capture]{{'operator<<' could keep}}
    auto eight = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto nine = [eight] { return eight(); };
    auto ten = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto &eleven = ten;
#pragma pointerchain region end
    a.n = 44;
    std::printf("%d %d %d %d %d\n", one(), two(), three(), four(), five());
    std::printf("%d %d %d %d %d %d\n", seven(), nine(), eleven(), keep(), out.f(), made(s)());
    return 0;
}
