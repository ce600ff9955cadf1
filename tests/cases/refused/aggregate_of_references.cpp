// An aggregate's member is a reference: it is bound to the chain, the root, a link and a subscript.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
struct N { int &r; };
struct R { S *&r; };
struct L { A *&r; };

int main()
{
    A a = {1}, b = {2};
    S so[2] = {{&a}, {&b}}, *s = so;
    int i = 0;
#pragma pointerchain region begin declare(s->a->n, so[i].a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d %d ", s->a->n, so[i].a->n);
    N n{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    n.r += 10;
    N{s->a->n}.r += 10; // expected-error[address-taken]{{s->a->n}}
    N o = {i}; // expected-error{{i}}
    o.r++;
    R r = {s}; // expected-error[address-taken]{{s}}
    r.r++;
    std::printf("%d %d ", s->a->n, so[i].a->n);
    L{s->a}.r = &a; // expected-error[address-taken]{{s->a}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
