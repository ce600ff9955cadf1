// A generic lambda in the region.
#include <cstdio>

struct atoms { int n; int *r; };
struct sim { atoms *a; };

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    sim store = {&a}, *s = &store;
    int total = 0;
{ int *pc_a_r = s->a->r; int pc_a_n = s->a->n; // expected-note{{declared here}}
    auto add = [&, pc_a_n, pc_a_r](auto i) { total += pc_a_r[i] * pc_a_n; }; // expected-warning[aliased-call]{{operator*}}
    for (int i = 0; i < pc_a_n; i++)
        add(i);
    add(1L);
}
    std::printf("%d\n", total);
    return 0;
}
