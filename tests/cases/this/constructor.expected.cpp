// Regions in constructors, destructors and default member functions.
#include <cstdio>

struct atoms { int n; };
struct simulation {
    atoms *a;
    explicit simulation(atoms *x) : a(x)
    {
{ int pc_n = a->n; struct pc_guard_0_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{a->n, pc_n};
        pc_n += 1;
        if (pc_n > 100)
            return;
        pc_n += 10;
}
    }
    ~simulation()
    {
{ int pc_n = this->a->n; struct pc_guard_1_t { decltype(pc_n) &to0; decltype(pc_n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{this->a->n, pc_n};
        pc_n *= 2;
}
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
