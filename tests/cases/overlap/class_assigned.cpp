// A class object between two hoisted chains is assigned, and is given to a reference.
#include <cstdio>

struct P { int x, y; P &operator=(int v) { x = v; return *this; } };
struct A { int k; P pos; };
struct S { A *a; };
static void move(P &p) { p.x += 1; }

int main()
{
    A a = {1, {2, 3}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->pos.x) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->pos.x);
    s->a->pos = 40; // expected-error[prefix-assigned]{{s->a->pos}}
    std::printf("%d ", s->a->pos.x);
    move(s->a->pos); // expected-error{{s->a->pos}}
    std::printf("%d ", s->a->pos.x);
    s->a->pos = P{60, 70}; // expected-error[prefix-assigned]{{s->a->pos}}
    std::printf("%d\n", s->a->pos.x);
#pragma pointerchain region end
    return 0;
}
