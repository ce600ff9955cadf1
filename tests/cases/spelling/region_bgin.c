struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region bgin declare(sim->atoms->n) // expected-error[unknown-word]{{bgin}}
    sim->atoms->n += 1;
#pragma pointerchain region end
    return 0;
}
