// args: -std=c++20
// A defaulted assignment and a swap of whole objects change a link of the chain.
#include <cstdio>
#include <new>
#include <utility>

struct A { int n; };
struct S { A *a; S(A *p) : a(p) {} S(const S &) = default; S &operator=(const S &) = default; };

int main()
{
    A a = {1}, b = {2};
    S s(&a), other(&b);
#pragma pointerchain region begin declare(s.a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s.a->n);
    s = other; // expected-error[prefix-assigned]{{s}}
    std::printf("%d ", s.a->n);
    s = &a; // expected-error[prefix-assigned]{{s}}
    std::printf("%d ", s.a->n);
    std::swap(s, other); // expected-error{{s}}
    std::printf("%d ", s.a->n);
    s.~S(); // expected-error[prefix-assigned]{{s}}
    new (&s) S(&a); // expected-error[address-taken]{{s}}
    std::printf("%d\n", s.a->n);
#pragma pointerchain region end
    return 0;
}
