// A macro's body gives the lambda to the function that keeps it.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };
static std::function<int()> kept;
static void keep(std::function<int()> f) { kept = f; }
#define LATER(...) keep([=] { return __VA_ARGS__; })

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    LATER(s->a->n + 1); // expected-error[lambda-capture]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d\n", kept());
    return 0;
}
