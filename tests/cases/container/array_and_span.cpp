// args: -std=c++20
// std::array and std::span are containers too.
#include <array>
#include <cstdio>
#include <span>

struct atoms { std::array<int, 3> box; std::span<double> view; std::array<std::array<int, 2>, 2> table; };
struct sim { atoms *a; };

int main()
{
    double r[] = {1, 2};
    atoms a = {{1, 2, 3}, r, {{{1, 2}, {3, 4}}}};
    sim store = {&a}, *s = &store;
    double total = 0;
#pragma pointerchain declare(s->a->box, s->a->view, s->a->table)
#pragma pointerchain region begin
    for (int i = 0; i < 2; i++)
        s->a->view[i] *= s->a->box[i + 1];
    s->a->box[0] = 9;
    total = s->a->table[1][0];
#pragma pointerchain region end
    std::printf("%g %g %d %g\n", r[0], r[1], a.box[0], total);
    return 0;
}
