// The root of class type is converted by its own operator to a reference that is kept.
#include <cstdio>

struct A { int n; operator int &() { return n; } };
struct S { A *a; };

template <class R> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    R r = *s->a; // expected-error{{s->a}}
    r += 4;
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1};
    S s = {&a};
    run<int &>(&s);
    std::printf("%d\n", a.n);
    return 0;
}
