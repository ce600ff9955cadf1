// Values of chains in braces, copied.
#include <cstdio>
#include <vector>

struct vec { int x; double y; };
struct atoms { int n; double e; };
struct sim { atoms *a; };

int main()
{
    atoms a = {3, 0.5};
    sim store = {&a}, *s = &store;
    double total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->e)
    vec v = {s->a->n, s->a->e};
    double array[] = {s->a->e, 2 * s->a->e};
    std::vector<int> list = {s->a->n, 4};
    int n{s->a->n};
    s->a->n += 1;
    total = v.x + v.y + array[1] + list[0] + n + vec{s->a->n, 1}.x;
#pragma pointerchain region end
    std::printf("%g %d\n", total, a.n);
    return 0;
}
