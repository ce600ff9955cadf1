// The lambda has a name in the region, and the name is given to the function that keeps it.
#include <cstdio>
#include <functional>
#include <utility>

struct A { int n; };
struct S { A *a; };
static std::function<int()> kept, second;
static void keep(std::function<int()> f) { kept = f; }

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    auto one = [=] { return s->a->n; }; // expected-error[lambda-capture]{{s->a->n}}
    auto two = [s] { return s->a->n + 1; }; // expected-error[lambda-capture]{{s->a->n}}
    std::printf("%d ", one() + two());
    keep(one);
    second = std::move(two);
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d %d\n", kept(), second());
    return 0;
}
