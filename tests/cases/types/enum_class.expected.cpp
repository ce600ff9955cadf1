#include <cstdio>

namespace md { enum class phase : unsigned char { solid, liquid }; }
struct atoms { md::phase p; enum kind { A, B } k; bool done; decltype(nullptr) null; char16_t c; };
struct sim { atoms *a; };

int main()
{
    atoms a = {md::phase::solid, atoms::A, false, nullptr, u'x'};
    sim store = {&a}, *s = &store;

{ md::phase pc_a_p = s->a->p; atoms::kind pc_a_k = s->a->k; bool pc_a_done = s->a->done; char16_t pc_a_c = s->a->c; struct pc_guard_0_t { decltype(pc_a_p) &to0; decltype(pc_a_p) &from0; decltype(pc_a_k) &to1; decltype(pc_a_k) &from1; decltype(pc_a_done) &to2; decltype(pc_a_done) &from2; decltype(pc_a_c) &to3; decltype(pc_a_c) &from3; ~pc_guard_0_t() { to0 = from0; to1 = from1; to2 = from2; to3 = from3; } } pc_guard_0{s->a->p, pc_a_p, s->a->k, pc_a_k, s->a->done, pc_a_done, s->a->c, pc_a_c};
    if (pc_a_p == md::phase::solid)
        pc_a_p = md::phase::liquid;
    pc_a_k = atoms::B;
    pc_a_done = !pc_a_done;
    pc_a_c++;
}
    std::printf("%d %d %d %d\n", (int)a.p, (int)a.k, (int)a.done, (int)a.c);
    return 0;
}
