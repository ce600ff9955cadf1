// A macro's body is a lambda that steps a subscript, called in a loop.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define STEPPER [&](int by) { i += by; } // expected-note{{macro 'STEPPER' is defined here}}
template <class F> static void call(F f) { f(1); }

int main()
{
    A a = {1}, b = {2};
    S s[2] = {{&a}, {&b}};
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}}
    std::printf("%d ", s[i].a->n);
    call(STEPPER); // expected-error[subscript-changed]{{i}}
    std::printf("%d\n", s[i].a->n);
#pragma pointerchain region end
    return 0;
}
