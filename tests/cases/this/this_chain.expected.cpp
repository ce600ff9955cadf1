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
{ int pc_n = a_->n; int *__restrict pc_r = this->a_->r; struct pc_guard_0_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{a_->n, pc_n};
        for (int i = 0; i < pc_n; i++)
            total += pc_r[i] * pc_n;
        pc_n += 1;
}
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
