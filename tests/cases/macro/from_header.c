// The macro's body stands in a header; the note points there.
#include "../directive/with_regions.h"

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
    grow(sim);
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    COUNT_OF(sim) += 1; // expected-error[chain-in-macro]{{chain 'sim->atoms->n' comes from the body of macro 'COUNT_OF'}} expected-note@*{{COUNT_OF}}
#pragma pointerchain region end
    return 0;
}
