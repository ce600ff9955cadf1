// A new object is made where the struct between two hoisted chains lies.
#include <cstdio>
#include <new>

struct P { int x, y; };
struct A { int k; P pos; };
struct S { A *a; };

int main()
{
    A a = {1, {2, 3}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->pos.x) // expected-note{{declared here}}
    std::printf("%d ", s->a->pos.x);
    new (&s->a->pos) P{40, 50}; // expected-error[address-taken]{{s->a->pos}}
    std::printf("%d\n", s->a->pos.x);
#pragma pointerchain region end
    return 0;
}
