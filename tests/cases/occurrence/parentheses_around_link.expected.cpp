// expects: same output
// Parentheses around a link of the chain and its dereferenced root, in C++.
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
{ int pc_mid_la_1_pos_x = g->mid->la[1].pos.x; struct pc_guard_0_t { decltype(pc_mid_la_1_pos_x) &to0; decltype(pc_mid_la_1_pos_x) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{g->mid->la[1].pos.x, pc_mid_la_1_pos_x};
    pc_mid_la_1_pos_x += 10;
    pc_mid_la_1_pos_x += 10;
    pc_mid_la_1_pos_x += 10;
    std::printf("%d %d\n", pc_mid_la_1_pos_x, ((*g).mid->la[1].pos).y);
}
    return 0;
}
