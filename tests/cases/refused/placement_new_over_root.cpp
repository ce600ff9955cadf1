// A new pointer is made where the root lies.
#include <cstdio>
#include <new>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, c = {3};
    S s = {&a}, t = {&c}, *p = &s;
#pragma pointerchain region begin declare(p->a->n) // expected-note{{declared here}}
    std::printf("%d ", p->a->n);
    new (&p) S *(&t); // expected-error[address-taken]{{p}}
    std::printf("%d\n", p->a->n);
#pragma pointerchain region end
    return 0;
}
