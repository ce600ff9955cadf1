// The lambda is a member of an aggregate that outlives the region, and an argument of a constructor.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };
struct job { int k; std::function<int()> f; };
struct task { std::function<int()> f; task() {} explicit task(std::function<int()> g) : f(g) {} };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    job j = {0, nullptr};
    task t;
    task *p = nullptr;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    j = {1, [=] { return s->a->n; }}; // expected-error[lambda-capture]{{s->a->n}}
    t = task([=] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
    p = new task([=] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d %d %d\n", j.f(), t.f(), p->f());
    delete p;
    return 0;
}
