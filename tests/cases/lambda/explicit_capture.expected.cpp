// An explicit capture of the root: the local is captured as well.
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
    auto get = [pc_a_r](int i) { return pc_a_r[i]; };
    auto more = [&total, pc_a_n, pc_a_r](int i) { total += pc_a_r[i] * pc_a_n; };
    total += get(1);
    more(2);
}
    std::printf("%d\n", total);
    return 0;
}
