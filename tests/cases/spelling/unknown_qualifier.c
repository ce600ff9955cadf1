struct atoms { int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r = 1;
    struct atoms atoms = {&r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{int*:restirct}) // expected-error[bad-directive]{{restirct}}
#pragma pointerchain declare(sim->atoms->r{int*:const}) // expected-error[bad-directive]{{const}}
#pragma pointerchain declare(sim->atoms->r{int*:restrict const}) // expected-error[bad-directive]{{const}}
#pragma pointerchain declare(sim->atoms->r{int*:}) // expected-error[bad-directive]{{qualifier}}
    return *sim->atoms->r;
}
