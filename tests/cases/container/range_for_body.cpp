// The body of a range-for, written without braces, is not its range; 'this' given to a function is a value.
#include <cstdio>
#include <vector>

struct B { double d; std::vector<double> v; };
struct A { B *b;
    template <class T> void add(T t)
    {
#pragma pointerchain region begin declare(b->d)
        for (auto x : b->v) b->d += x * t;
#pragma pointerchain region end
    }
    void add_twice(int t)
    {
#pragma pointerchain region begin declare(b->d)
        for (auto x : b->v) b->d += x * t;
        for (auto x : b->v) b->d -= x;
#pragma pointerchain region end
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
