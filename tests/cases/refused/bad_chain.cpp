// What C++ has that is no chain.
struct atoms { int n; int operator()() const { return n; } };
struct sim { atoms *a; };

int main()
{
    atoms a = {3};
    sim store = {&a}, *s = &store;
    int atoms::*member = &atoms::n;
#pragma pointerchain declare(s->a->*member) // expected-error[bad-chain]{{expected a member's name after '->'}}
#pragma pointerchain declare((*s->a).*member) // expected-error[bad-chain]{{expected a member's name after '.'}}
#pragma pointerchain declare(new sim) // expected-error[bad-chain]{{'sim' cannot stand in a chain}}
#pragma pointerchain declare(s->a->n = 1) // expected-error[side-effect-in-chain]{{has a side effect}}
#pragma pointerchain declare((*s->a)()) // expected-error[call-in-chain]{{holds a call}}
#pragma pointerchain declare([]{}) // expected-error[bad-chain]{{[}}
#pragma pointerchain declare(this) // expected-error[bad-chain]{{this}}
    return s->a->*member;
}
