// args: -std=c++14
// An init-capture by reference names the root, and the lambda steps it.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2};
    S so[2] = {{&a}, {&b}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    [&r = s] { r++; }(); // expected-error[address-taken]{{'s'}} expected-error[prefix-assigned]{{'r'}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
