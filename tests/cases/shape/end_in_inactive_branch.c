// The end stands in a branch that is not compiled.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[unbalanced-region]{{region}}
    sim->atoms->n += 1;
#ifndef __pointerchain
#pragma pointerchain region end
#endif
    return atoms.n;
}
