// In a template two members of a known union share memory.
#include <cstdio>

union V { int i; unsigned u; };
struct A { V v; };
struct S { A *a; };

template <class T> static void run(T *s, S *known)
{
#pragma pointerchain region begin declare(known->a->v.i) // expected-note{{declared here}}
    std::printf("%d ", known->a->v.i);
    known->a->v.u = 7; // expected-error[union-member]{{known->a->v}}
    std::printf("%d %d\n", known->a->v.i, *s);
#pragma pointerchain region end
}

int main()
{
    A a;
    a.v.i = 1;
    S store = {&a};
    int k = 3;
    run(&k, &store);
    return 0;
}
