// A macro's body, and included text, name members that only the argument has: they could be the chain's.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define LEAVE if (s->a->n > 1) return 1 // expected-note{{macro 'LEAVE' is defined here}}

template <class T> int leave(T *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
    s->a->n += 1;
    LEAVE; // expected-error[chain-in-macro]{{LEAVE}}
#include "members_from_macro.inc" // expected-error[included-text]{{s->a->n}} expected-note@*{{here}}
#pragma pointerchain region end
    return 0;
}

int main()
{
    A one = {1};
    S s = {&one};
    int left = leave(&s);
    std::printf("%d %d\n", left, one.n);
    return 0;
}
