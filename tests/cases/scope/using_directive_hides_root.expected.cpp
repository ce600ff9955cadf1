// expects: same output
// A using-directive in a function of a namespace does not hide a nearer root, a using-declaration does.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace far {
A other = {9};
S store = {&other}, *g = &store;
}
namespace near {
static A one = {1};
static S store = {&one}, *g = &store;
static void run()
{
{ int pc_a_n = g->a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{g->a->n, pc_a_n}; // expected-note{{declared here}} expected-note{{declared here}}
    {
        using namespace far;
        pc_a_n += 1;
        pc_a_n += 10;
        far::g->a->n += 100; // expected-warning[aliased-write]{{'far::g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
    }
    {
        using far::g;
        g->a->n += 1000; // expected-warning[aliased-write]{{'g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
    }
    std::printf("%d ", pc_a_n);
}
    std::printf("%d %d\n", one.n, far::other.n);
}
}

int main()
{
    near::run();
    return 0;
}
