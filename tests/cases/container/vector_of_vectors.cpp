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
#pragma pointerchain region begin declare(s->all[k].n, s->all[k].rows)
    for (int i = 0; i < s->all[k].n; i++)
        s->all[k].rows[i][1] += 10;
    s->all[k].n = 7;
#pragma pointerchain region end
    std::printf("%d %d %d\n", s->all[1].n, s->all[1].rows[0][1], s->all[1].rows[1][1]);
    return 0;
}
