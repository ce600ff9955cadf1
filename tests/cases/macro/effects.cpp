// Macros' bodies change the root in C++ ways: a reference, a library function, a lambda, an assignment operator.
#include <cstdio>
#include <memory>
#include <utility>

struct A { int n, m; };
struct S { A *a; };
#define ALIAS auto &r = s // expected-note{{macro 'ALIAS' is defined here}}
#define TRADE std::swap(s, t) // expected-note{{macro 'TRADE' is defined here}}
#define NEXT [&] { ++s; }() // expected-note{{macro 'NEXT' is defined here}}
#define DROP p.reset(new A{8, 9}) // expected-note{{macro 'DROP' is defined here}}
#define MOVED p = std::move(q) // expected-note{{macro 'MOVED' is defined here}}

int main()
{
    A one = {1, 2}, two = {3, 4};
    S so[3] = {{&one}, {&two}, {&one}}, *s = so, *t = so + 1;
    std::unique_ptr<A> p(new A{5, 6}), q(new A{6, 7});
#pragma pointerchain region begin declare(s->a->n, p->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d %d ", s->a->n, p->n);
    ALIAS; // expected-error[address-taken]{{s}}
    r++; // expected-error[prefix-assigned]{{r}}
    std::printf("%d ", s->a->n);
    TRADE; // expected-error[prefix-assigned]{{s}}
    std::printf("%d ", s->a->n);
    NEXT; // expected-error[prefix-assigned]{{s}}
    std::printf("%d ", s->a->n);
    DROP; // expected-error[prefix-assigned]{{p}}
    std::printf("%d ", p->n);
    MOVED; // expected-error[prefix-assigned]{{p}}
    std::printf("%d\n", p->n);
#pragma pointerchain region end
    return 0;
}
