// Raw strings hold what they like, directives and quotes included.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 1'000'000;
    const char *text = R"x(
#pragma pointerchain region end
" s->a->n ' )"
)x";
    s->a->n += text[0] == '\n';
    std::printf("%s %d\n", text, s->a->n);
#pragma pointerchain region end
    std::printf("%d\n", a.n);
    return 0;
}
