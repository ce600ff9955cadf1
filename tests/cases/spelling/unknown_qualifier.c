struct atoms { int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r = 1;
    struct atoms atoms = {&r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{int*:restirct}) // expected-error[unknown-word]{{restirct}}
#pragma pointerchain declare(sim->atoms->r{int*:const}) // expected-error[unknown-word]{{const}}
#pragma pointerchain declare(sim->atoms->r{int*:restrict const}) // expected-error[unknown-word]{{const}}
#pragma pointerchain declare(sim->atoms->r{int*:}) // expected-error[unknown-word]{{qualifier}}
    return *sim->atoms->r;
}
