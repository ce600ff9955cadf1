// expects: same output
// Parentheses around a hoisted struct that is used by a member, in C++.
#include <cstdio>

struct vec { int x, y; };
struct atom { vec pos; };
struct middle { atom *la; };
struct grid { middle *mid; };

int main()
{
    atom list[2] = {{{1, 2}}, {{3, 4}}};
    middle m = {list};
    grid store = {&m}, *g = &store;
    int sum = 0;
{ auto pc_mid_la_1_pos = g->mid->la[1].pos; struct pc_guard_0_t { decltype(pc_mid_la_1_pos) &to0; decltype(pc_mid_la_1_pos) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{g->mid->la[1].pos, pc_mid_la_1_pos};
    sum += (pc_mid_la_1_pos).x;
    (pc_mid_la_1_pos).y = sum;
    sum += (pc_mid_la_1_pos).y;
}
    std::printf("%d %d\n", sum, list[1].pos.y);
    return 0;
}
