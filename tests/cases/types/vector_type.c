// A vector's element would be written in a copy.
typedef double v2 __attribute__((vector_size(16)));
struct atoms { v2 pair; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {{1, 2}};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->pair) // expected-error[unsupported-type]{{chain 'sim->atoms->pair' of type 'v2' cannot be hoisted}}
    sim->atoms->pair[1] += 1;
#pragma pointerchain region end
    return (int)atoms.pair[1];
}
