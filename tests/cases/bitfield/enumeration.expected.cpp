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
{ auto pc_a_m = s->a->m; bool pc_a_flag = s->a->flag;
    std::printf("%d %d ", which(pc_a_m), which(pc_a_flag));
    switch (pc_a_m) {
    case mode::on:
        std::printf("on ");
        break;
    case mode::off:
        break;
    }
    std::printf("%d %d\n", pc_a_m == mode::on, !pc_a_flag);
}
    return 0;
}
