// A function template keeps the lambda that it is given.
#include <cstdio>
#include <functional>
#include <vector>

struct A { int n; };
struct S { A *a; };
static std::vector<std::function<int()>> list;
template <class F> static void on_exit(F &&f) { list.emplace_back(f); }

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    on_exit([s] { return s->a->n; }); // expected-error[lambda-capture]{{s->a->n}}
#pragma pointerchain region end
    a.n = 7;
    std::printf("%d\n", list[0]());
    return 0;
}
