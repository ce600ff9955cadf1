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
int pc_a_n = s->a->n;
    using other::twice;
    sum += twice(pc_a_n);

    sum += twice(100);
    std::printf("%d\n", sum);
    return 0;
}
