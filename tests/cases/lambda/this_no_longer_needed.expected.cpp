// A captured 'this' that only chains needed is captured no more: compilers warn of what is not used.
#include <cstdio>

struct inner { int n, a[3]; };
struct outer {
    inner *i;
    int t;
    int of() const { return t; }
    int sum(int by)
    {
{ int pc_n = i->n; auto *pc_a = this->i->a;
        auto one = [pc_n] { return pc_n; };
        auto two = [pc_a, by] { return pc_a[1] + by; };
        auto three = [this, pc_n] { return pc_n + t; };
        auto four = [this, pc_n] { return pc_n + of(); };
        auto five = [pc_a, pc_n] { return pc_n + pc_a[0]; };
        return one() + two() + three() + four() + five();
}
    }
};

int main()
{
    inner i = {1, {2, 3, 4}};
    outer o = {&i, 10};
    std::printf("%d\n", o.sum(5));
    return 0;
}
