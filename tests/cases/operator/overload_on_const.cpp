// args: -std=c++17
// The local must be as const as the chain: overloads and deduction see the difference.
#include <cstdio>
#include <type_traits>

struct atoms { int n; const int k; int *r; };
struct sim { const atoms *a; };

[[maybe_unused]] static const char *which(int &) { return "int &"; }
static const char *which(const int &) { return "const int &"; }
template <typename T> static bool is_const(T &) { return std::is_const<T>::value; }
[[maybe_unused]] static const char *pointer(int *&) { return "int *&"; }
static const char *pointer(int *const &) { return "int *const &"; }

int main()
{
    int r[] = {1};
    const atoms a = {1, 2, r};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n, s->a->k, s->a->r)
    std::printf("%s %s %d %s\n", which(s->a->n), which(s->a->k), is_const(s->a->n), pointer(s->a->r));
#pragma pointerchain region end
    return 0;
}
