// Braces bind a reference to the chain.
#include <cstdio>

struct S { unsigned u; int n; };
using Ref = int &;

int main()
{
    S store = {1, 2}, *s = &store;
#pragma pointerchain region begin declare(s->u, s->n) // expected-note{{declared here}} expected-note{{declared here}}
    unsigned &r{s->u}; // expected-error[address-taken]{{s->u}}
    r += 2;
    Ref q{s->n}; // expected-error[address-taken]{{s->n}}
    q += 2;
    std::printf("%u %d\n", s->u, s->n);
#pragma pointerchain region end
    return 0;
}
