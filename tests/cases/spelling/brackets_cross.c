struct atoms { int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r = 1;
    struct atoms atoms = {&r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms[(0]).r) // expected-error[unclosed-bracket]{{'(' of 'declare' is not closed}}
    return *sim->atoms->r;
}
