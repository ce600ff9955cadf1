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
{ int *pc_r = a->r; int pc_n = a->n;
        auto one = [this, pc_r](int i) { return pc_r[i] + k; };
        auto two = [*this, pc_r](int i) { return pc_r[i] * k; };
        auto three = [&total, this, pc_n] { total += pc_n + k; };
        for (int i = 0; i < pc_n; i++)
            total += one(i) + two(i);
        three();
}
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
