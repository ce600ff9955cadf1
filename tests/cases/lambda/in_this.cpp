// this captured by a lambda, in a member function.
#include <cstdio>

struct atoms { int n; int *r; };
struct simulation {
    atoms *a;
    int sum()
    {
        int total = 0;
#pragma pointerchain region begin declare(a->n, this->a->r)
        auto get = [=](int i) { return a->r[i] + this->a->n; };
        for (int i = 0; i < a->n; i++)
            total += get(i);
#pragma pointerchain region end
        return total;
    }
};

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    simulation s = {&a};
    std::printf("%d\n", s.sum());
    return 0;
}
