// An alias template turns a parameter into a reference, or does not: it depends.
#include <cstdio>
#include <type_traits>

struct A { int n; };
struct S { A *a; };
template <class T, bool Ref> using maybe = typename std::conditional<Ref, T &, T>::type;

template <bool Ref> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    maybe<int, Ref> r = s->a->n; // expected-error[address-taken]{{s->a->n}}
    r += 4;
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    run<true>(&s);
    run<false>(&s);
    std::printf("%d\n", a.n);
    return 0;
}
