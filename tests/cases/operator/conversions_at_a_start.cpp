// Conversions in the words of a call at the start of a statement, which are no declarations all the same.
#include <cstdio>
struct A { int n; };
struct S { A *a; };
using R = int &;

int main()
{
    A a{1};
    S so{&a}, *s = &so;
#pragma pointerchain region begin declare(s->a->n)
    (R(s->a->n)) = 3;
    int z = int(s->a->n), y(s->a->n);
    if (int(s->a->n) > 2) z++;
    std::printf("%d ", int{s->a->n});
    for (int i(s->a->n); i < 7; i++) z++;
    std::printf("%d %d %d\n", s->a->n, z, y);
#pragma pointerchain region end
    return 0;
}
