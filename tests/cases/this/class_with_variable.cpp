// A region in a class whose definition declares a variable as well.
#include <cstdio>

struct A { int n; };
struct T {
    A *a;
    int run()
    {
        int x = 0;
#pragma pointerchain region begin declare(a->n)
        x += a->n;
#pragma pointerchain region end
        return x;
    }
} tt;

int main()
{
    A a{3};
    tt.a = &a;
    std::printf("%d\n", tt.run());
    return 0;
}
