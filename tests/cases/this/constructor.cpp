// Regions in constructors, destructors and default member functions.
#include <cstdio>

struct atoms { int n; };
struct simulation {
    atoms *a;
    explicit simulation(atoms *x) : a(x)
    {
#pragma pointerchain region begin declare(a->n)
        a->n += 1;
        if (a->n > 100)
            return;
        a->n += 10;
#pragma pointerchain region end
    }
    ~simulation()
    {
#pragma pointerchain region begin declare(this->a->n)
        a->n *= 2;
#pragma pointerchain region end
    }
};

int main()
{
    atoms a = {1};
    {
        simulation s(&a);
        std::printf("%d\n", a.n);
    }
    std::printf("%d\n", a.n);
    return 0;
}
