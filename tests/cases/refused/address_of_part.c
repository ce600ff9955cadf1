// The array inside a hoisted struct, passed on or kept.
struct vec { double v[3]; };
struct atoms { struct vec center; };
struct sim { struct atoms *atoms; };

static void clear(double *v) { v[0] = 0; }

int main(void)
{
    struct atoms atoms = {{{1, 2, 3}}};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->center) // expected-note{{declared here}} expected-note{{declared here}}
    clear(sim->atoms->center.v); // expected-error[address-taken]{{'sim->atoms->center' is taken}}
    double *p = sim->atoms->center.v + 1; // expected-error[address-taken]{{'sim->atoms->center' is taken}}
    *p = 5;
#pragma pointerchain region end
    return 0;
}
