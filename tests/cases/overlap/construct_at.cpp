// args: -std=c++20
// The library makes an object where the struct between two hoisted chains lies.
#include <cstdio>
#include <memory>

struct P { int x, y; };
struct A { int k; P pos; };
struct S { A *a; };

int main()
{
    A a = {1, {2, 3}};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->pos.x) // expected-note{{declared here}}
    std::printf("%d ", s->a->pos.x);
    std::construct_at(&s->a->pos, 2, 70); // expected-warning[aliased-call]{{s->a->pos}}
    std::printf("%d %d\n", s->a->pos.x, s->a->pos.y);
#pragma pointerchain region end
    return 0;
}
