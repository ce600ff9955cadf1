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
{ int pc_a_n = s->a->n; auto *pc_a = this->own.a; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    pc_a_n += 1;
    return pc_a != nullptr ? pc_a_n : 0;
}
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
{ int pc_a_n = p->a->n; int pc_a_n_2 = q->a->n; int pc_a_n_3 = r.a->n; struct pc_guard_1_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; decltype(pc_a_n_2) &to1; decltype(pc_a_n_2) &from1; decltype(pc_a_n_3) &to2; decltype(pc_a_n_3) &from2; ~pc_guard_1_t() { to0 = from0; to1 = from1; to2 = from2; } } pc_guard_1{p->a->n, pc_a_n, q->a->n, pc_a_n_2, r.a->n, pc_a_n_3}; // expected-note{{declared here}} expected-note{{declared here}}
    pc_a_n += 1;
    pc_a_n_2 += pc_a_n; // expected-warning[aliased-write]{{'q->a->n' writes member 'n' of chain 'p->a->n' by another path}}
    pc_a_n_3 += pc_a_n_2; // expected-warning[aliased-write]{{'r.a->n' writes member 'n' of chain 'p->a->n' by another path}}
}
    auto run = [k = &y] {
{ int pc_a_n_4 = k->a->n; struct pc_guard_2_t { decltype(pc_a_n_4) &to0; decltype(pc_a_n_4) &from0; ~pc_guard_2_t() { to0 = from0; } } pc_guard_2{k->a->n, pc_a_n_4};
        pc_a_n_4 += 1;
        return pc_a_n_4;
}
    };
    int first = run(), second = w.run();
    std::printf("%d %d %d %d %d\n", a.n, b.n, c.n, first, second);
    return 0;
}
