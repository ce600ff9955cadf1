// A lambda that captures by copy is given to a function that keeps it, and runs after the region.
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
    std::printf("%d ", s->a->n);
    keep([=] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d\n", kept());
    return 0;
}
