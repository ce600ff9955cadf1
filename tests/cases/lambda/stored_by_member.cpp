// An object of the program keeps the lambda that a member function of it is given.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };
struct bus {
    std::function<int()> f;
    void subscribe(std::function<int()> g) { f = std::move(g); }
    bus &operator<<(std::function<int()> g) { f = std::move(g); return *this; }
};

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    bus one, two;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    one.subscribe([=] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
    two << [=] { return s->a->n; }; // expected-error[lambda-capture]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d %d\n", one.f(), two.f());
    return 0;
}
