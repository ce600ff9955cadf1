// The root is a reference, and the variable that it names is written under its own name.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2};
    S so[2] = {{&a}, {&b}}, *s = so;
    S *&r = s;
#pragma pointerchain region begin declare(r->a->n) // expected-note{{declared here}}
    std::printf("%d ", r->a->n);
    s = so; // expected-error[prefix-assigned]{{s}}
    std::printf("%d\n", r->a->n);
#pragma pointerchain region end
    return 0;
}
