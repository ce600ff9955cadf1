// A std::atomic on the way or at the end.
#include <atomic>

struct atoms { std::atomic<int> hits; int n; };
struct sim { std::atomic<atoms *> a; atoms *p; };

int main()
{
    atoms a;
    a.hits = 0;
    sim store, *s = &store;
    store.p = &a;
    store.a = &a;
#pragma pointerchain region begin declare(s->p->hits) // expected-error[unsupported-type]{{chain 's->p->hits'}}
    s->p->hits += 1;
#pragma pointerchain region end
    return a.hits;
}
