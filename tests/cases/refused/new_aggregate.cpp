// New objects hold references to the chain, in parentheses, braces.
// args: -std=c++20
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct N { int &r; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    N *p = nullptr, *q = nullptr;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    p = new N{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    q = new N(s->a->n); // expected-error{{s->a->n}}
#pragma pointerchain region end
    p->r += 10;
    q->r += 10;
    std::printf("%d\n", a.n);
    delete p;
    delete q;
    return 0;
}
