// The body of a range-for, written without braces, is not its range; 'this' given to a function is a value.
#include <cstdio>
#include <vector>

struct B { double d; std::vector<double> v; };
struct A { B *b;
    template <class T> void add(T t)
    {
{ double pc_d = b->d; struct pc_guard_0_t { decltype(pc_d) &to0; decltype(pc_d) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{b->d, pc_d};
        for (auto x : b->v) pc_d += x * t;
}
    }
    void add_twice(int t)
    {
{ double pc_d = b->d; struct pc_guard_1_t { decltype(pc_d) &to0; decltype(pc_d) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{b->d, pc_d};
        for (auto x : b->v) pc_d += x * t;
        for (auto x : b->v) pc_d -= x;
}
    }
};

int main()
{
    B b{1, {1, 2}};
    A a{&b};
    a.add(2);
    a.add_twice(3);
    std::printf("%g\n", b.d);
}
