// A captured 'this' that only chains needed is captured no more: compilers warn of what is not used.
#include <cstdio>

struct inner { int n, a[3]; };
struct outer {
    inner *i;
    int t;
    int of() const { return t; }
    int sum(int by)
    {
#pragma pointerchain region begin declare(i->n, this->i->a)
        auto one = [this] { return i->n; };
        auto two = [this, by] { return this->i->a[1] + by; };
        auto three = [this] { return i->n + t; };
        auto four = [this] { return i->n + of(); };
        auto five = [this] { return i->n + i->a[0]; };
        return one() + two() + three() + four() + five();
#pragma pointerchain region end
    }
};

int main()
{
    inner i = {1, {2, 3, 4}};
    outer o = {&i, 10};
    std::printf("%d\n", o.sum(5));
    return 0;
}
