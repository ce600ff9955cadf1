// A user's operator->, const and not, chained over two levels.
#include <cstdio>

struct atoms { int n; };
struct inner { atoms *p; atoms *operator->() { return p; } const atoms *operator->() const { return p; } };
struct outer { inner i; inner &operator->() { return i; } };
struct sim { outer o; };

int main()
{
    atoms a = {4};
    sim store = {{{&a}}}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->o->n)
    total += s->o->n;
    s->o->n += total;
#pragma pointerchain region end
    std::printf("%d %d\n", total, a.n);
    return 0;
}
