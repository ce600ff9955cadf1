// A lambda without captures that becomes a pointer to a function could not have the local.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
static S *s;

int main()
{
    A a = {1};
    S store = {&a};
    s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    int (*one)() = [] { return s->a->n; }; // expected-error[lambda-capture]{{becomes a pointer to a function}}
    auto f = [] { return s->a->n; }; // expected-error[lambda-capture]{{becomes a pointer to a function}}
    int (*two)() = f;
    auto g = [] { return s->a->n; };
    std::printf("%d %d %d\n", one(), two(), g());
#pragma pointerchain region end
    return 0;
}
