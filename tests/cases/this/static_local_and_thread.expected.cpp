// Roots that are static, thread_local, and parameters by value.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

static int run(sim s)
{
    static sim *kept = nullptr;
    static thread_local sim mine;
    if (!kept)
        kept = new sim(s);
    mine = s;
{ int pc_a_n = kept->a->n; auto *pc_a = s.a; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{kept->a->n, pc_a_n}; // expected-warning[unused-declare]{{'mine.a->n' is not used in any region}}
    pc_a_n += 1;
    if (pc_a != nullptr)
        return pc_a_n;
}
    delete kept;
    return 0;
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    int x = run(s), y = run(s);
    std::printf("%d %d %d\n", x, y, a.n);
    return 0;
}
