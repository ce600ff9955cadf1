// expects: same output
// A member function of the object between two hoisted chains could change the longer one's value.
#include <cstdio>

struct P { int x, y; void set(int v) { __asm__ volatile(""); y = v; } };
struct A { int k; P pos; };
struct S { A *a; };

int main()
{
    A a = {1, {2, 3}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->pos.x) // expected-note{{declared here}}
    std::printf("%d ", s->a->pos.x);
    s->a->pos.set(9); // expected-warning[aliased-call]{{s->a->pos}}
    std::printf("%d %d\n", s->a->pos.x, s->a->pos.y);
#pragma pointerchain region end
    return 0;
}
