// A chain that begins with a base's name gets a local whose name is one.
#include <cstdio>

struct top { int n = 1; };
struct base : virtual top { int m = 2; };
struct derived : base {
    int add()
    {
#pragma pointerchain region begin declare(base::m)
        base::m += 10;
        return base::m + this->base::n;
#pragma pointerchain region end
    }
};

int main()
{
    derived d;
    std::printf("%d\n", d.add());
    return 0;
}
