// static_cast, reinterpret_cast and const_cast in the chain; commas inside angle brackets.
#include <cstdio>

template <typename A, typename B> struct pair { A a; B b; };
struct base { int id; };
struct derived : base { int *r; int n; };
struct sim { base *b; void *raw; const derived *fixed; };

int main()
{
    int r[] = {1, 2, 3};
    derived d;
    d.id = 1;
    d.r = r;
    d.n = 3;
    pair<int, double> p = {4, 5.5};
    sim store = {&d, &p, &d}, *s = &store;
#pragma pointerchain declare(static_cast<derived *>(s->b)->r, static_cast<pair<int, double> *>(s->raw)->b{double}, const_cast<derived *>(s->fixed)->n)
#pragma pointerchain region begin
    static_cast<derived *>(s->b)->r[0] += 10;
    static_cast<pair<int, double> *>(s->raw)->b += 1;
    const_cast<derived *>(s->fixed)->n += 4;
#pragma pointerchain region end
    std::printf("%d %g %d\n", r[0], p.b, d.n);
    return 0;
}
