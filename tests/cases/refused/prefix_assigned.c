// A prefix of the chain is reassigned, in the different ways that C has.
struct traits { int n; int *r; };
struct atoms { struct traits *traits; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[2] = {1, 2};
    struct traits traits = {1, r};
    struct atoms atoms = {&traits}, others = {&traits};
    struct sim store = {&atoms}, *sim = &store, *s2 = &store;
#pragma pointerchain declare(sim->atoms->traits->r) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    sim->atoms->traits->r[0] += 1;
    sim->atoms = &others; // expected-error[prefix-assigned]:5{{'sim->atoms', a prefix of chain 'sim->atoms->traits->r', is changed in the region}}
    sim->atoms->traits++; // expected-error[prefix-assigned]{{'sim->atoms->traits', a prefix}}
    sim = s2; // expected-error[prefix-assigned]:5{{'sim', a prefix of chain 'sim->atoms->traits->r'}}
    (*sim).atoms += 0; // expected-error[prefix-assigned]{{a prefix of chain 'sim->atoms->traits->r'}}
    *sim = *s2; // expected-error[prefix-assigned]{{a prefix of chain 'sim->atoms->traits->r'}}
#pragma pointerchain region end
    return r[0];
}
