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
{ int pc_a_pos_x = s->a->pos.x; auto *pc_a = s->a; // expected-note{{declared here}}
    std::printf("%d ", pc_a_pos_x);
    pc_a->pos.set(9); // expected-warning[aliased-call]{{s->a->pos}}
    std::printf("%d %d\n", pc_a_pos_x, pc_a->pos.y);
}
    return 0;
}
