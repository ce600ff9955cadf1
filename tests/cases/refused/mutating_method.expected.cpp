// A non-const member function called on a hoisted value counts as a change, a const one does not.
#include <cstdio>

struct counter { int n; void tick() { n++; } int get() const { return n; } };
struct atoms { counter c, d; counter *p; };
struct sim { atoms *a; };

int main()
{
    counter far = {50};
    atoms a = {{1}, {10}, &far};
    sim store = {&a}, *s = &store;
    int total = 0;
{ auto pc_a_c = s->a->c; auto *pc_a_p = s->a->p; auto pc_a_d = s->a->d; struct pc_guard_0_t { decltype(pc_a_c) &to0; decltype(pc_a_c) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->c, pc_a_c};
    pc_a_c.tick();
    pc_a_p->tick();
    total += pc_a_d.get() + pc_a_p->get();
}
    std::printf("%d %d %d\n", total, a.c.n, far.n);
    return 0;
}
