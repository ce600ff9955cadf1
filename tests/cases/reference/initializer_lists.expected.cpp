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
int pc_a_n = s->a->n; double pc_a_e = s->a->e; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_0_t() { out(); } } pc_guard_0{s->a->n, pc_a_n, true};
    vec v = {pc_a_n, pc_a_e};
    double array[] = {pc_a_e, 2 * pc_a_e};
    std::vector<int> list = {pc_a_n, 4};
    int n{pc_a_n};
    pc_a_n += 1;
    total = v.x + v.y + array[1] + list[0] + n + vec{pc_a_n, 1}.x;
pc_guard_0.out();
    std::printf("%g %d\n", total, a.n);
    return 0;
}
