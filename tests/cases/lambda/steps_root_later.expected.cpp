// expects: same output
// A lambda that steps the root is made before the region, and called in it.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2};
    S so[2] = {{&a}, {&b}}, *s = so;
    auto next = [&] { s++; };
{ int pc_a_n = s->a->n; // expected-note{{declared here}}
    std::printf("%d ", pc_a_n);
    next(); // expected-warning[aliased-call]{{next}}
}
    std::printf("%d\n", s->a->n);
    return 0;
}
