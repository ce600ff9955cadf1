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
#pragma pointerchain region begin declare(g->mid->la[1].pos.x)
    ((*g).mid->la[1].pos).x += 10;
    (((*g).mid)->la[1]).pos.x += 10;
    (*(g->mid)).la[1].pos.x += 10;
    std::printf("%d %d\n", g->mid->la[1].pos.x, ((*g).mid->la[1].pos).y);
#pragma pointerchain region end
    return 0;
}
