// What can be neither copied nor moved has a reference as its local.
#include <cstdio>
#include <mutex>

struct atoms { std::mutex lock; int n; };
struct sim { atoms *a; };

int main()
{
    atoms a;
    a.n = 0;
    sim store{&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->lock)
    s->a->lock.lock();
    s->a->lock.unlock();
#pragma pointerchain region end
    std::printf("%d\n", a.n);
    return 0;
}
