// Qualified roots and types, using declarations, an alias, an unnamed namespace.
#include <cstdio>

namespace md { namespace core {
struct atoms { int n; double *r; };
struct sim { atoms *a; static sim *current; };
sim *sim::current = nullptr;
static sim store;
sim *global = &store;
} }
namespace { md::core::sim hidden; }
namespace mc = md::core;

int main()
{
    double r[] = {1, 2};
    mc::atoms a = {2, r}, b = {20, r};
    mc::store.a = &a;
    hidden.a = &b;
    md::core::sim::current = &mc::store;

{ int pc_a_n = md::core::global->a->n; double *__restrict pc_a_r = md::core::sim::current->a->r; int pc_a_n_2 = hidden.a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{md::core::global->a->n, pc_a_n}; // expected-warning[unused-declare]{{'mc::global->a'}} expected-note{{declared here}}
    using namespace md;
    using core::global;
    for (int i = 0; i < pc_a_n; i++)
        pc_a_r[i] += pc_a_n + pc_a_n_2;
    pc_a_n += 1; // expected-warning[aliased-write]{{'md::core::global->a->n' writes member 'n' of chain 'hidden.a->n' by another path}}
}
    std::printf("%g %g %d\n", r[0], r[1], a.n);
    return 0;
}
