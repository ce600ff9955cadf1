// this captured by a lambda, in a member function.
#include <cstdio>

struct atoms { int n; int *r; };
struct simulation {
    atoms *a;
    int sum()
    {
        int total = 0;
{ int *pc_r = this->a->r; int pc_n = a->n;
        auto get = [=](int i) { return pc_r[i] + pc_n; };
        for (int i = 0; i < pc_n; i++)
            total += get(i);
}
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
