// Member functions of the root or a link, and operators, may change what is hoisted; const ones only read.
#include <cstdio>

struct atoms { int n; void grow() { __asm__ volatile(""); } int count() const { return n; } };
struct sim {
    atoms *a;
    void step() { __asm__ volatile(""); a->grow(); }
    int look() const { return a->n; }
    static int nothing() { return 0; }
};

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    total += s->a->n;
    total += s->look() + s->a->count() + sim::nothing() + s->nothing();
    s->step(); // expected-warning[aliased-call]{{s}}
    s->a->grow(); // expected-warning[aliased-call]{{s->a}}
#pragma pointerchain region end
    std::printf("%d %d\n", total, a.n);
    return 0;
}
