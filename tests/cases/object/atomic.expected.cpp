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
{ auto &pc_p_hits = s->p->hits;
    pc_p_hits += 1;
}
    std::printf("%d\n", int(a.hits));
    return 0;
}
