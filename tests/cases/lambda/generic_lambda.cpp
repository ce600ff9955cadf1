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
#pragma pointerchain region begin declare(s->a->n, s->a->r) // expected-note{{declared here}}
    auto add = [&](auto i) { total += s->a->r[i] * s->a->n; }; // expected-warning[aliased-call]{{operator*}}
    for (int i = 0; i < s->a->n; i++)
        add(i);
    add(1L);
#pragma pointerchain region end
    std::printf("%d\n", total);
    return 0;
}
