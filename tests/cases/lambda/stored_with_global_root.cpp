// The root is global, so the lambda captures nothing, and a function keeps it as a plain pointer.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
static A one = {1};
static S store = {&one}, *g = &store;
static int (*kept)();
static void keep(int (*f)()) { kept = f; }

int main()
{
#pragma pointerchain region begin declare(g->a->n) // expected-note{{declared here}}
    std::printf("%d ", g->a->n);
    keep([] { return g->a->n; }); // expected-error{{g->a->n}}
#pragma pointerchain region end
    one.n = 7;
    std::printf("%d\n", kept());
    return 0;
}
