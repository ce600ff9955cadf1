// this->a->b and the implicit this are one path.
#include <cstdio>

struct atoms { int n; int *r; };

class simulation {
    atoms *a_;
public:
    explicit simulation(atoms *a) : a_(a) {}
    int sum()
    {
        int total = 0;
#pragma pointerchain region begin declare(this->a_->r{int*:restrict}, a_->n)
        for (int i = 0; i < a_->n; i++)
            total += a_->r[i] * this->a_->n;
        this->a_->n += 1;
#pragma pointerchain region end
        return total;
    }
};

int main()
{
    int r[] = {1, 2, 3};
    atoms a = {2, r};
    simulation s(&a);
    int first = s.sum(), second = s.sum();
    std::printf("%d %d %d\n", first, second, a.n);
    return 0;
}
