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

{ auto *pc_a_view = s->a->view.data(); auto *pc_a_box = s->a->box.data(); auto *pc_a_table = s->a->table.data();
    for (int i = 0; i < 2; i++)
        pc_a_view[i] *= pc_a_box[i + 1];
    pc_a_box[0] = 9;
    total = pc_a_table[1][0];
}
    std::printf("%g %g %d %g\n", r[0], r[1], a.box[0], total);
    return 0;
}
