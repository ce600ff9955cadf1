// The list of a region stands behind the word 'declare'.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin(sim->atoms->n) // expected-error[unknown-word]{{(}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    return 0;
}
