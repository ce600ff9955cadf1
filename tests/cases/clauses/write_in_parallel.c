// A region inside a parallel construct has a local for each iteration: a change would be lost or race.
struct atoms { int n, hits; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc parallel loop // expected-note{{'acc parallel loop' begins here}}
    for (int i = 0; i < 4; i++) {
#pragma pointerchain region begin declare(sim->atoms->hits) // expected-note{{declared here}}
        sim->atoms->hits += 1; // expected-error[write-in-parallel]{{chain 'sim->atoms->hits' is changed in a region inside}}
#pragma pointerchain region end
    }
    return atoms.hits;
}
