// Members of 'this' under their class's name are occurrences, too.
#include <cstdio>

struct atoms { int n; };
struct base {
    int n;
    atoms *a;
};
struct sim : base {
    void count()
    {
#pragma pointerchain region begin declare(this->n, base::a->n)
        n += 1;
        base::n += 2;
        this->base::n += 4;
        this->sim::n += 8;
        a->n += base::a->n + this->a->n;
#pragma pointerchain region end
        std::printf("%d %d\n", n, a->n);
    }
};
struct hiding : base {
    int n;
};

int main()
{
    atoms a = {1};
    sim s;
    s.n = 0;
    s.a = &a;
    s.count();
    hiding store, *h = &store;
    h->base::n = 3;
    h->n = 5;
#pragma pointerchain region begin declare(h->n)
    h->n += 1;
    h->base::n += h->n;
#pragma pointerchain region end
    std::printf("%d %d\n", h->n, h->base::n);
    return 0;
}
