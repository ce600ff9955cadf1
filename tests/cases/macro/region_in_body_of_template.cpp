// In a template a macro's body steps the root of dependent type.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define NEXT ++s // expected-note{{macro 'NEXT' is defined here}}
#define RELINK(x) x->a = other // expected-note{{macro 'RELINK' is defined here}}

template <class T> static void run(T *s, A *other)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    NEXT; // expected-error[prefix-assigned]{{s}}
    std::printf("%d ", s->a->n);
    RELINK(s); // expected-error[prefix-assigned]{{a}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1}, b = {2}, c = {3};
    S s[2] = {{&a}, {&b}};
    run(s, &c);
    return 0;
}
