// Returned classes, moved-only values, references to others, braces, void expressions, auto.
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

struct atoms { int n; std::string *name; };
struct sim { atoms *a; };

static std::string text(sim *s)
{
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    pc_a_n += 1;
    return std::to_string(pc_a_n);
}
}
static std::unique_ptr<int> owner(sim *s)
{
int pc_a_n = s->a->n; struct pc_guard_1_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; bool on; void out() { if (on) { on = false; to0 = from0; } } ~pc_guard_1_t() { out(); } } pc_guard_1{s->a->n, pc_a_n, true};
    std::unique_ptr<int> p(new int(pc_a_n++));
    return p;
pc_guard_1.out();
}
static std::pair<int, int> both(sim *s)
{
{ int pc_a_n = s->a->n; struct pc_guard_2_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_2_t() { to0 = from0; } } pc_guard_2{s->a->n, pc_a_n};
    pc_a_n += 1;
    return {pc_a_n, 7};
}
}
static const std::string &name(sim *s)
{
{ int pc_a_n = s->a->n; auto *pc_a_name = s->a->name; struct pc_guard_3_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_3_t() { to0 = from0; } } pc_guard_3{s->a->n, pc_a_n};
    pc_a_n += 1;
    return *pc_a_name;
}
}
static void nothing(int) {}
static void hollow(sim *s)
{
{ int pc_a_n = s->a->n; struct pc_guard_4_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_4_t() { to0 = from0; } } pc_guard_4{s->a->n, pc_a_n};
    return nothing(pc_a_n += 1);
}
}
static auto deduced(sim *s)
{
{ int pc_a_n = s->a->n; struct pc_guard_5_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_5_t() { to0 = from0; } } pc_guard_5{s->a->n, pc_a_n};
    return pc_a_n++ * 0.5;
}
}

int main()
{
    std::string argon = "argon";
    atoms a = {1, &argon};
    sim s = {&a};
    std::string t = text(&s);
    int o = *owner(&s);
    std::pair<int, int> b = both(&s);
    const std::string &n = name(&s);
    hollow(&s);
    double d = deduced(&s);
    std::printf("%s %d %d %s %d %g %d\n", t.c_str(), o, b.first, n.c_str(), &n == &argon, d, a.n);
    return 0;
}
