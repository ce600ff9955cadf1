// args: -std=c++17
// Roots of all kinds: structured bindings, init captures, auto &&, static members, members of members.
#include <cstdio>
#include <utility>

struct atoms { int n; };
struct sim { atoms *a; };
struct world { static sim *s; sim own; int run(); };
sim *world::s = nullptr;

int world::run()
{
#pragma pointerchain region begin declare(s->a->n, this->own.a)
    s->a->n += 1;
    return own.a != nullptr ? s->a->n : 0;
#pragma pointerchain region end
}

int main()
{
    atoms a = {1}, b = {10}, c = {100};
    sim x = {&a}, y = {&b}, z = {&c};
    world w;
    w.own = x;
    world::s = &x;
    auto [p, q] = std::make_pair(&x, &y);
    auto &&r = z;
#pragma pointerchain region begin declare(p->a->n, q->a->n, r.a->n) // expected-note{{declared here}} expected-note{{declared here}}
    p->a->n += 1;
    q->a->n += p->a->n; // expected-warning[aliased-write]{{'q->a->n' writes member 'n' of chain 'p->a->n' by another path}}
    r.a->n += q->a->n; // expected-warning[aliased-write]{{'r.a->n' writes member 'n' of chain 'p->a->n' by another path}}
#pragma pointerchain region end
    auto run = [k = &y] {
#pragma pointerchain region begin declare(k->a->n)
        k->a->n += 1;
        return k->a->n;
#pragma pointerchain region end
    };
    int first = run(), second = w.run();
    std::printf("%d %d %d %d %d\n", a.n, b.n, c.n, first, second);
    return 0;
}
