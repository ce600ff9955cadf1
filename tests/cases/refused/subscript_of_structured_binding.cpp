// args: -std=c++17
// A subscript is a structured binding, and the object behind it is changed; and a reference's object is.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct two { int i, j; };

int main()
{
    A a = {1}, b = {2};
    S s[2] = {{&a}, {&b}};
    two pair = {0, 1};
    auto &[i, j] = pair;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}}
    std::printf("%d ", s[i].a->n);
    i = j; // expected-error[subscript-changed]{{i}}
    std::printf("%d\n", s[i].a->n);
#pragma pointerchain region end
    return 0;
}
