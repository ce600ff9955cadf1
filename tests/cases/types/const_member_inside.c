// A struct with a const member can be hoisted to be read, but not assigned back.
struct vec { const int id; double x; };
struct atoms { struct vec center; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {{1, 2.0}};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->center) // expected-error[unsupported-type]{{chain 'sim->atoms->center'}}
    sim->atoms->center.x += 1;
#pragma pointerchain region end
    return atoms.center.id;
}
