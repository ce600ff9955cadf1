// args: -std=c++17
// Lambdas with this in their captures.
#include <cstdio>

struct atoms { int n; int *r; };
struct simulation {
    atoms *a;
    int k;
    int sum()
    {
        int total = 0;
#pragma pointerchain region begin declare(a->n, a->r)
        auto one = [this](int i) { return a->r[i] + k; };
        auto two = [*this](int i) { return this->a->r[i] * k; };
        auto three = [&total, this] { total += a->n + k; };
        for (int i = 0; i < a->n; i++)
            total += one(i) + two(i);
        three();
#pragma pointerchain region end
        return total;
    }
};

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {3, r};
    simulation s = {&a, 10};
    std::printf("%d\n", s.sum());
    return 0;
}
