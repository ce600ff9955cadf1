// Conversions in the words of a call at the start of a statement, which are no declarations all the same.
#include <cstdio>
struct A { int n; };
struct S { A *a; };
using R = int &;

int main()
{
    A a{1};
    S so{&a}, *s = &so;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    (R(pc_a_n)) = 3;
    int z = int(pc_a_n), y(pc_a_n);
    if (int(pc_a_n) > 2) z++;
    std::printf("%d ", int{pc_a_n});
    for (int i(pc_a_n); i < 7; i++) z++;
    std::printf("%d %d %d\n", pc_a_n, z, y);
}
    return 0;
}
