// A smart pointer between two hoisted chains is reset.
#include <cstdio>
#include <memory>

struct C { int n; };
struct A { int m; std::unique_ptr<C> c; };
struct S { A *a; };

int main()
{
    A a = {1, std::unique_ptr<C>(new C{5})};
    S store = {&a}, *s = &store;
    int total = 0;
#pragma pointerchain region begin declare(s->a, s->a->c->n) // expected-note{{declared here}}
    total += s->a->c->n;
    s->a->c.reset(new C{9}); // expected-error[prefix-assigned]{{s->a->c}}
    total += 10 * s->a->c->n + s->a->m;
#pragma pointerchain region end
    std::printf("%d\n", total);
    return 0;
}
