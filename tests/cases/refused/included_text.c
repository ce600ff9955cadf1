// An included file's text stands in the region, and cannot be rewritten for this region alone.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
    int a = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    sim->atoms->n += 1;
#include "included_text.inc" // expected-error[included-text]:1{{the text included in the region uses chain 'sim->atoms->n' and cannot be rewritten}} expected-note@*{{it is used here}}
#pragma pointerchain region end
    return a;
}
