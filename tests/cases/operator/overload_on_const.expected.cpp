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
{ const int pc_a_n = s->a->n; const int pc_a_k = s->a->k; int *const pc_a_r = s->a->r;
    std::printf("%s %s %d %s\n", which(pc_a_n), which(pc_a_k), is_const(pc_a_n), pointer(pc_a_r));
}
    return 0;
}
