// A lambda gets the reference by reference, whatever its default: a copy of the object would be another one.
#include <cstdio>
#include <string>

struct item { int n = 1; std::string name; item() {} item(const item &other) : n(other.n + 100) {} void touch() { n++; } };
struct atoms { item one; };
struct sim { atoms *a; item own; int f(); };

int sim::f()
{
    int sum = 0;
#pragma pointerchain region begin declare(own, this->a->one)
    own.touch();
    this->own.touch();
    auto g = [this] { return own.n + a->one.n; };
    auto h = [=]() { own.touch(); return own.n; };
    sum = g() + h();
#pragma pointerchain region end
    return sum;
}

int f(sim *s)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->a->one)
    auto by_default = [=]() mutable { s->a->one.touch(); return s->a->one.n; };
    auto listed = [s] { s->a->one.touch(); return [=] { return s->a->one.n; }(); };
    auto referring = [&] { s->a->one.touch(); return s->a->one.n; };
    auto mixed = [&sum, s]() { s->a->one.touch(); sum += s->a->one.n; };
    mixed();
    sum += by_default() + by_default() + listed() + referring();
#pragma pointerchain region end
    return sum;
}

int main()
{
    atoms a;
    sim store;
    store.a = &a;
    std::printf("%d\n", f(&store));
    std::printf("%d\n", store.f());
    std::printf("%d %d\n", a.one.n, store.own.n);
    return 0;
}
