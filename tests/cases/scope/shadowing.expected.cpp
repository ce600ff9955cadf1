// args: -std=c++17
// Everything in C++ that may take the root's name over.
#include <cstdio>
#include <utility>

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1}, b = {100};
    sim store = {&a}, other = {&b}, *s = &store;
    int total = 0;
int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_0_t() { out(); } } pc_guard_0{s->a->n, pc_a_n, true};
    pc_a_n += 1;
    auto by_parameter = [](sim *s) { return s->a; };
    auto by_capture = [s = &other] { return s->a; };
    struct local { sim *s; atoms *get() { return s->a; } } local = {&other};
    if (sim *s = &other; s->a)
        total += s->a == &b;
    for (sim *s : {&other})
        total += s->a == &b;
    {
        auto [s, t] = std::make_pair(&other, 1);
        total += (s->a == &b) + t;
    }
    try {
        throw &other;
    } catch (sim *s) {
        total += s->a == &b;
    }
    total += by_parameter(&other) == by_capture();
    total += local.get() == &b;
    pc_a_n += total;
pc_guard_0.out();
    std::printf("%d %d\n", a.n, b.n);
    return 0;
}
