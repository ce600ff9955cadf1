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
#pragma pointerchain region begin declare(s->a->n, so[i].a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d %d ", s->a->n, so[i].a->n);
    N n{s->a->n}; // expected-error[address-taken]{{s->a->n}}
    n.r += 10; // expected-warning[aliased-write]{{'n.r' may be 'i', on which chain 'so[i].a->n' depends, and is written}}
    N{s->a->n}.r += 10; // expected-error[address-taken]{{s->a->n}} expected-warning[aliased-write]{{'N{s->a->n}.r' may be 'i', on which chain 'so[i].a->n' depends, and is written}}
    N o = {i}; // expected-error{{i}}
    o.r++; // expected-warning[aliased-write]{{'o.r' may be 'i', on which chain 'so[i].a->n' depends, and is written}}
    R r = {s}; // expected-error[address-taken]{{s}}
    r.r++; // expected-warning[aliased-write]{{'r.r' may be 's', on which chain 's->a->n' depends, and is written}}
    std::printf("%d %d ", s->a->n, so[i].a->n);
    L{s->a}.r = &a; // expected-error[address-taken]{{s->a}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
