// A pointer that the region re-points cannot be const.
struct atoms { double *r, *q; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2}, q[2] = {3, 4};
    struct atoms atoms = {r, q};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{double*:restrictconst}) // expected-error[qualifier-mismatch]:52{{'restrictconst' on chain 'sim->atoms->r', which the region changes}}
#pragma pointerchain region begin
    sim->atoms->r = q; // expected-note:5{{it is changed here}}
    sim->atoms->r[0] = 1;
#pragma pointerchain region end
    return (int)q[0];
}
