// A vector's element in the chain, and a vector of vectors.
#include <cstdio>
#include <vector>

struct atoms { int n; std::vector<std::vector<int>> rows; };
struct sim { std::vector<atoms> all; };

int main()
{
    sim store, *s = &store;
    s->all.resize(2);
    s->all[1].n = 2;
    s->all[1].rows = {{1, 2}, {3, 4}};
    int k = 1;
{ int pc_all_n = s->all[k].n; auto *pc_all_rows = s->all[k].rows.data(); struct pc_guard_0_t { decltype(pc_all_n) &to0; decltype(pc_all_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->all[k].n, pc_all_n};
    for (int i = 0; i < pc_all_n; i++)
        pc_all_rows[i][1] += 10;
    pc_all_n = 7;
}
    std::printf("%d %d %d\n", s->all[1].n, s->all[1].rows[0][1], s->all[1].rows[1][1]);
    return 0;
}
