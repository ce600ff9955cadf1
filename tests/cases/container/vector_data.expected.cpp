// A vector that the region only subscripts is hoisted as its data; size() beside it stays on the original.
#include <cstdio>
#include <vector>

struct atoms { std::vector<double> r; std::vector<int> ids; };
struct sim { atoms *a; };

int main()
{
    atoms a;
    a.r = {1, 2, 3};
    a.ids = {5, 6, 7};
    sim store = {&a}, *s = &store;

{ auto *pc_a_r = s->a->r.data(); auto *pc_a_ids = s->a->ids.data();
    for (std::size_t i = 0; i < s->a->r.size(); i++)
        pc_a_r[i] += pc_a_ids[i];
}
    std::printf("%g %g %g\n", a.r[0], a.r[1], a.r[2]);
    return 0;
}
