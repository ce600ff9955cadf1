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
{ int pc_a_pos_x = s->a->pos.x; auto *pc_a = s->a; // expected-note{{declared here}}
    std::printf("%d ", pc_a_pos_x);
    std::construct_at(&pc_a->pos, 2, 70); // expected-warning[aliased-call]{{s->a->pos}}
    std::printf("%d %d\n", pc_a_pos_x, pc_a->pos.y);
}
    return 0;
}
