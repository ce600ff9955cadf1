// expects: same output
// A bit-field of a scoped enumeration, and of bool, keeps its type.
#include <cstdio>

enum class mode : unsigned { off, on };
struct A { mode m : 2; bool flag : 1; };
struct S { A *a; };
int which(mode) { return 1; }
int which(bool) { return 2; }
int which(int) { return 3; }

int main()
{
    A a = {mode::on, true};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->m, s->a->flag)
    std::printf("%d %d ", which(s->a->m), which(s->a->flag));
    switch (s->a->m) {
    case mode::on:
        std::printf("on ");
        break;
    case mode::off:
        break;
    }
    std::printf("%d %d\n", s->a->m == mode::on, !s->a->flag);
#pragma pointerchain region end
    return 0;
}
