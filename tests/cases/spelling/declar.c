// Misspelled directive words.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declar(sim->atoms->n) // expected-error[unknown-word]:22{{unknown word 'declar' after 'pointerchain', did you mean 'declare'?}}
    return sim->atoms->n;
}
