// What is no type.
struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n{}) // expected-error[bad-type]{{type}}
#pragma pointerchain declare(sim->atoms->n{42}) // expected-error[bad-type]{{42}}
#pragma pointerchain declare(sim->atoms->n{no_such_type}) // expected-error[bad-type]{{no_such_type}}
#pragma pointerchain declare(sim->atoms->r{int * *&}) // expected-error[bad-type]{{&}}
#pragma pointerchain declare(sim->atoms->r{int *name}) // expected-error[bad-type]{{name}}
    return sim->atoms->n;
}
