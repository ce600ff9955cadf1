// In a template the chain goes through std::forward and a dependent function that keep it a reference.
#include <cstdio>
#include <utility>

struct A { int n; };
struct S { A *a; };
template <class T> static void add(T &&x) { x += 4; }

template <class S> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    auto &&r = std::forward<int &>(s->a->n); // expected-error[address-taken]{{s->a->n}}
    r += 4;
    add(s->a->n);
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    run(&s);
    std::printf("%d\n", a.n);
    return 0;
}
