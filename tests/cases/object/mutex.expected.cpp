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
{ auto &pc_a_lock = s->a->lock;
    pc_a_lock.lock();
    pc_a_lock.unlock();
}
    std::printf("%d\n", a.n);
    return 0;
}
