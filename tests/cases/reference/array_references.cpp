// args: -std=c++17
// An array bound to a reference to an array keeps its own name.
#include <cstdio>
#include <iterator>

struct atoms { int box[3]; char name[6]; };
struct sim { atoms *a; };
template <typename T, std::size_t N> static int count(T (&)[N]) { return (int)N; }
static const char *kind(int *) { return "pointer"; }
template <std::size_t N> static const char *kind(int (&)[N], int = 0) { return "array"; }

int main()
{
    atoms a = {{1, 2, 3}, "argon"};
    sim store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a->box, s->a->name)
    total += count(s->a->box) + (int)std::size(s->a->name);
    for (int *p = std::begin(s->a->box); p != std::end(s->a->box); ++p)
        total += *p;
    total += s->a->box[1] + s->a->name[0];
    std::printf("%s\n", kind(s->a->box));
#pragma pointerchain region end
    std::printf("%d\n", total);
    return 0;
}
