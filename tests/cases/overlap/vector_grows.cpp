// The vector between two hoisted chains is replaced.
#include <cstdio>
#include <vector>

struct C { int n; };
struct A { int k; std::vector<C> v; };
struct S { A *a; };

int main()
{
    A a = {1, {{5}, {6}}};
    S store = {&a}, *s = &store;
    std::vector<C> keep = {{7}, {8}}, other = {{9}, {10}};
#pragma pointerchain region begin declare(s->a, s->a->v[1].n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->v[1].n);
    s->a->v.swap(keep); // expected-error{{s->a->v}}
    std::printf("%d ", s->a->v[1].n);
    s->a->v = other; // expected-error{{s->a->v}}
    std::printf("%d\n", s->a->v[1].n);
#pragma pointerchain region end
    return 0;
}
