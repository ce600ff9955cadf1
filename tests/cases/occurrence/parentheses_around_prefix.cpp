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
#pragma pointerchain region begin declare(g->mid->la)
    sum += ((*g).mid->la[1].pos).x;
    ((*g).mid->la[1].pos).x = 7;
    sum += ((((*g).mid)->la)[1].pos).x;
#pragma pointerchain region end
    std::printf("%d %d\n", sum, list[1].pos.x);
    return 0;
}
