// What the region declares is needed after it by a reference, a lambda, a method, or a directive.
#include <algorithm>
#include <cstdio>
#include <functional>

struct atoms { int n; };
struct sim { atoms *a; };
struct link {
    int k;
    void put(link *&to) { to = this; }
};
namespace inner { static int which(int) { return 1; } }
static int which(long) { return 2; }

static int called(sim *s)
{
    std::function<int()> f;
int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_0_t() { out(); } } pc_guard_0{s->a->n, pc_a_n, true};
    int t = pc_a_n++;
    f = [&] { return t; };
pc_guard_0.out();
    return f();
}
static int referred(sim *s, int k)
{
    const int *p, *q;
int pc_a_n = s->a->n; struct pc_guard_1_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_1_t() { out(); } } pc_guard_1{s->a->n, pc_a_n, true};
    int t = pc_a_n++, u = t + 1;
    p = &std::max(t, k);
    q = bitand u;
pc_guard_1.out();
    return *p + *q;
}
static int linked(sim *s)
{
    link *l;
int pc_a_n = s->a->n; struct pc_guard_2_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_2_t() { out(); } } pc_guard_2{s->a->n, pc_a_n, true};
    link own = {pc_a_n++};
    own.put(l);
pc_guard_2.out();
    return l->k;
}
static int found(sim *s)
{
int pc_a_n = s->a->n; struct pc_guard_3_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_3_t() { out(); } } pc_guard_3{s->a->n, pc_a_n, true};
    using namespace inner;
    pc_a_n++;
pc_guard_3.out();
    return which(1);
}
static int in_block(sim *s)
{
    int out;
{ int pc_a_n = s->a->n; struct pc_guard_4_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_4_t() { to0 = from0; } } pc_guard_4{s->a->n, pc_a_n};
    int t = pc_a_n++, u = 3;
    std::swap(t, u);
    auto twice = [&] { return 2 * t; };
    out = std::max(t, u) + twice();
}
    return out;
}

int main()
{
    atoms a = {5};
    sim store = {&a};
    std::printf("%d\n", called(&store));
    std::printf("%d\n", referred(&store, 1));
    std::printf("%d\n", linked(&store));
    std::printf("%d %d\n", found(&store), which(1L));
    int last = in_block(&store);
    std::printf("%d %d\n", last, a.n);
    return 0;
}
