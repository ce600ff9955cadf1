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
#pragma pointerchain region begin declare(g->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    {
        using namespace far;
        g->a->n += 1;
        near::g->a->n += 10;
        far::g->a->n += 100; // expected-warning[aliased-write]{{'far::g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
    }
    {
        using far::g;
        g->a->n += 1000; // expected-warning[aliased-write]{{'g->a->n' writes member 'n' of chain 'g->a->n' through another 'g'}}
    }
    std::printf("%d ", g->a->n);
#pragma pointerchain region end
    std::printf("%d %d\n", one.n, far::other.n);
}
}

int main()
{
    near::run();
    return 0;
}
