// The chain begins in a macro's argument and ends in its body.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define MEMBER(of) of n // expected-note{{macro 'MEMBER' is defined here}}

int main()
{
    A one = {1};
    S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d\n", (int)MEMBER(s->a->)); // expected-error[chain-in-macro]{{s->a->n}}
    s->a->n += 2;
#pragma pointerchain region end
    return 0;
}
