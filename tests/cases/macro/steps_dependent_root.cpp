// In a template a macro's body steps the root of dependent type, and that is all.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define NEXT s += 1 // expected-note{{macro 'NEXT' is defined here}}

template <class T> static void run(T s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    NEXT; // expected-error[prefix-assigned]{{s}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1}, b = {2};
    S s[2] = {{&a}, {&b}};
    run(s);
    return 0;
}
