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
#pragma pointerchain region begin declare(s->a->c, s->a->d, s->a->p)
    s->a->c.tick();
    s->a->p->tick();
    total += s->a->d.get() + s->a->p->get();
#pragma pointerchain region end
    std::printf("%d %d %d\n", total, a.c.n, far.n);
    return 0;
}
