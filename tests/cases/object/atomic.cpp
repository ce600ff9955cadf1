// A std::atomic is reached by a reference, not by a copy of its value.
#include <atomic>
#include <cstdio>

struct atoms { std::atomic<int> hits; int n; };
struct sim { std::atomic<atoms *> a; atoms *p; };

int main()
{
    atoms a;
    a.hits = 0;
    sim store, *s = &store;
    store.p = &a;
    store.a = &a;
#pragma pointerchain region begin declare(s->p->hits)
    s->p->hits += 1;
#pragma pointerchain region end
    std::printf("%d\n", int(a.hits));
    return 0;
}
