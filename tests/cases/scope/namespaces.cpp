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
#pragma pointerchain declare(md::core::global->a->n{int}, md::core::sim::current->a->r{double*:restrict})
#pragma pointerchain region begin declare(hidden.a->n, mc::global->a{md::core::atoms*}) // expected-warning[unused-declare]{{'mc::global->a'}} expected-note{{declared here}}
    using namespace md;
    using core::global;
    for (int i = 0; i < global->a->n; i++)
        core::sim::current->a->r[i] += md::core::global->a->n + ::hidden.a->n;
    mc::global->a->n += 1; // expected-warning[aliased-write]{{'md::core::global->a->n' writes member 'n' of chain 'hidden.a->n' by another path}}
#pragma pointerchain region end
    std::printf("%g %g %d\n", r[0], r[1], a.n);
    return 0;
}
