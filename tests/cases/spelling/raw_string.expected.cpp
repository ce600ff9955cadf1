// Raw strings hold what they like, directives and quotes included.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
{ int pc_a_n = s->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->n, pc_a_n};
    pc_a_n += 1'000'000;
    const char *text = R"x(
#pragma pointerchain region end
" s->a->n ' )"
)x";
    pc_a_n += text[0] == '\n';
    std::printf("%s %d\n", text, pc_a_n);
}
    std::printf("%d\n", a.n);
    return 0;
}
