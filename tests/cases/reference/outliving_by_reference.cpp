// What the region declares is needed after it by a reference, a lambda, a method, or a directive.
#include <algorithm>
#include <cstdio>
#include <functional>

struct atoms { int n; };
struct sim { atoms *a; };
struct link {
    int k;
    void put(link *&to) { to = this; }
};
namespace inner { static int which(int) { return 1; } }
static int which(long) { return 2; }

static int called(sim *s)
{
    std::function<int()> f;
#pragma pointerchain region begin declare(s->a->n)
    int t = s->a->n++;
    f = [&] { return t; };
#pragma pointerchain region end
    return f();
}
static int referred(sim *s, int k)
{
    const int *p, *q;
#pragma pointerchain region begin declare(s->a->n)
    int t = s->a->n++, u = t + 1;
    p = &std::max(t, k);
    q = bitand u;
#pragma pointerchain region end
    return *p + *q;
}
static int linked(sim *s)
{
    link *l;
#pragma pointerchain region begin declare(s->a->n)
    link own = {s->a->n++};
    own.put(l);
#pragma pointerchain region end
    return l->k;
}
static int found(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    using namespace inner;
    s->a->n++;
#pragma pointerchain region end
    return which(1);
}
static int in_block(sim *s)
{
    int out;
#pragma pointerchain region begin declare(s->a->n)
    int t = s->a->n++, u = 3;
    std::swap(t, u);
    auto twice = [&] { return 2 * t; };
    out = std::max(t, u) + twice();
#pragma pointerchain region end
    return out;
}

int main()
{
    atoms a = {5};
    sim store = {&a};
    std::printf("%d\n", called(&store));
    std::printf("%d\n", referred(&store, 1));
    std::printf("%d\n", linked(&store));
    std::printf("%d %d\n", found(&store), which(1L));
    int last = in_block(&store);
    std::printf("%d %d\n", last, a.n);
    return 0;
}
