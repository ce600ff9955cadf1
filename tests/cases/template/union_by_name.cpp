// The argument decides what the members are: the program has a union of that names, and a struct is hoisted with its part.
#include <cstdio>

union V { int n; unsigned u; };
struct P { int x, y; };
struct A { V v; P p; };

template <class T> void change(T *s)
{
#pragma pointerchain region begin declare(s->v.n) // expected-note{{declared here}}
    std::printf("%d ", s->v.n);
    s->v.u += 1; // expected-error[union-member]{{s->v.u}}
    std::printf("%d\n", s->v.n);
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->p, s->p.x) // expected-error[overlapping-chains]{{s->p.x}} expected-note{{declared here}}
    s->p.x += 1;
    std::printf("%d\n", s->p.y);
#pragma pointerchain region end
}

int main()
{
    A a = {{1}, {2, 3}};
    change(&a);
    return 0;
}
