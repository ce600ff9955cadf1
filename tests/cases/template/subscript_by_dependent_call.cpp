// In a template a dependent call may change the subscript that it is given.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct stepper { void operator()(int &i) const { i++; } };

template <class F> static void run(S *s, F f)
{
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}}
    std::printf("%d ", s[i].a->n);
    f(i); // expected-error{{i}}
    std::printf("%d\n", s[i].a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1}, b = {2};
    S s[2] = {{&a}, {&b}};
    run(s, stepper());
    return 0;
}
