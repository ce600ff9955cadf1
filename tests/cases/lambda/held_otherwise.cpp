// A lambda is held by a reference, a pointer, an array, an expression's value or a thread's variable.
#include <cstdio>
#include <functional>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    auto f = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto &one = f;
    auto g = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto *two = &g;
    auto *three = new auto([s] { return s->a->n; }); // expected-error[lambda-capture]{{used after the region}}
    std::function<int()> four[2] = {[s] { return s->a->n; }}; // expected-error[lambda-capture]{{used after the region}}
    auto h = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto five = a.n ? h : h;
    auto k = [s] { return s->a->n; }; // expected-error[lambda-capture]{{used after the region}}
    auto six = (void(0), k);
    thread_local auto seven = [s] { return s->a->n; }; // expected-error[lambda-capture]{{may outlive the region}}
#pragma pointerchain region end
    a.n = 44;
    std::printf("%d %d %d %d %d %d %d\n", one(), (*two)(), (*three)(), four[0](), five(), six(), seven());
    delete three;
    return 0;
}
