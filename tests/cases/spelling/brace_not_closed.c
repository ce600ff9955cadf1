struct atoms { int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r = 1;
    struct atoms atoms = {&r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{int*:restrict) // expected-error[unclosed-bracket]:29{{'(' of 'declare' is not closed}}
#pragma pointerchain declare(sim->atoms->r int*}) // expected-error[unclosed-bracket]{{r}}
    return *sim->atoms->r;
}
