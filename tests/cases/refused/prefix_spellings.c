// A prefix under other spellings.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, others = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    sim->atoms->n += 1;
    (sim->atoms) = &others; // expected-error[prefix-assigned]{{a prefix of chain 'sim->atoms->n'}}
    sim[0].atoms = &others; // expected-error[prefix-assigned]{{a prefix of chain 'sim->atoms->n'}}
    for (sim->atoms = &atoms; sim->atoms->n < 0;) // expected-error[prefix-assigned]{{a prefix of chain 'sim->atoms->n'}}
        ;
#pragma pointerchain region end
    return 0;
}
