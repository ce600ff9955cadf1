// A lambda that captures by copy and only reads.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim store = {&a}, *s = &store;
    int total = 0;
{ int *pc_a_r = s->a->r; int pc_a_n = s->a->n;
    auto get = [=](int i) { pc_a_r[i] += 1; return pc_a_r[i] * pc_a_n; };
    for (int i = 0; i < 3; i++)
        total += get(i);
}
    std::printf("%d %d\n", total, r[2]);
    return 0;
}
