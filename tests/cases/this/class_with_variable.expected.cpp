// A region in a class whose definition declares a variable as well.
#include <cstdio>

struct A { int n; };
struct T {
    A *a;
    int run()
    {
        int x = 0;
{ int pc_n = a->n;
        x += pc_n;
}
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
