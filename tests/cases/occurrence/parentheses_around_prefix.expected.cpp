// expects: same output
// Parentheses around a prefix, and around what the chain is continued by.
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
{ auto *pc_mid_la = g->mid->la;
    sum += (pc_mid_la[1].pos).x;
    (pc_mid_la[1].pos).x = 7;
    sum += ((pc_mid_la)[1].pos).x;
}
    std::printf("%d %d\n", sum, list[1].pos.x);
    return 0;
}
