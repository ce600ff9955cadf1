// A lambda that captures by reference, is called in the region and only reads.
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
    auto add = [&, pc_a_n, pc_a_r](int i) { total += pc_a_r[i]; return pc_a_n; };
    int last = 0;
    for (int i = 0; i < 3; i++)
        last = add(i);
    total += last;
}
    std::printf("%d %d\n", total, a.n);
    return 0;
}
