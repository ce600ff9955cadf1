// Calls through pointers in a subscript.
struct atoms { int n; };
struct sim { struct atoms *atoms[2]; };

static int one(int i) { return i; }

int main(void)
{
    struct atoms a = {1};
    struct sim store = {{&a, &a}}, *sim = &store;
    int (*table[1])(int) = {one};
    int (*f)(int) = one;
#pragma pointerchain declare(sim->atoms[table[0](1)]->n) // expected-error[call-in-chain]{{holds a call}}
#pragma pointerchain declare(sim->atoms[(*f)(1)]->n) // expected-error[call-in-chain]{{holds a call}}
#pragma pointerchain declare(sim->atoms[f(1)]->n) // expected-error[call-in-chain]{{holds a call}}
    return sim->atoms[table[0](1)]->n + f(0);
}
