// A using-declaration of the region hides a function for what follows the region, too.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
static int twice(int x) { return 2 * x; }
namespace other { static int twice(int x) { return 20 * x; } }

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    int sum = twice(1);
#pragma pointerchain region begin declare(s->a->n)
    using other::twice;
    sum += twice(s->a->n);
#pragma pointerchain region end
    sum += twice(100);
    std::printf("%d\n", sum);
    return 0;
}
