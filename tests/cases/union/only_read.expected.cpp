// expects: same output
// Members of one union that are only read, and members of two objects' unions.
#include <cstdio>

union V { int i; unsigned u; };
struct A { V v, w; };
struct S { A *a, *b; };

int main()
{
    A a, b;
    a.v.i = a.w.i = b.v.i = 1;
    S store = {&a, &b}, *s = &store;
{ int pc_a_v_i = s->a->v.i; unsigned int pc_a_v_u = s->a->v.u; int pc_a_w_i = s->a->w.i; struct pc_guard_0_t { decltype(pc_a_w_i) &to0; decltype(pc_a_w_i) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->w.i, pc_a_w_i};
    std::printf("%d %u ", pc_a_v_i, pc_a_v_u);
    pc_a_w_i = 8;
    std::printf("%d\n", pc_a_w_i);
}
    return 0;
}
