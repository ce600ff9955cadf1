// args: -std=c++17
// Tuples, wrappers, conditions by reference re-point the root.
#include <cstdio>
#include <functional>
#include <tuple>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2}, c = {3};
    S so[3] = {{&a}, {&b}, {&c}}, *s = so;
    int k = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    std::tie(s, k) = std::make_tuple(so, 5); // expected-error{{s}}
    std::printf("%d ", s->a->n);
    std::ref(s).get()++; // expected-error{{s}}
    std::printf("%d ", s->a->n);
    if (auto &r = s; r) // expected-error[address-taken]{{s}} expected-warning[guarded-chain]{{r}}
        r++; // expected-error[prefix-assigned]{{r}}
    std::printf("%d %d\n", s->a->n, k);
#pragma pointerchain region end
    return 0;
}
