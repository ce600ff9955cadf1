// A lambda is captured by another lambda, which a function keeps.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };
static std::function<int()> kept;
static void keep(std::function<int()> f) { kept = f; }

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    auto one = [=] { return s->a->n; }; // expected-error[lambda-capture]{{s->a->n}}
    std::printf("%d ", one());
    keep([one] { return one() + 1; });
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d\n", kept());
    return 0;
}
