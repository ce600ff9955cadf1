// A region cannot be the body of an if without braces: the directives are no statements.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2};
    struct sim store = {&atoms}, *sim = &store;
    if (atoms.n > 1)
#pragma pointerchain region begin declare(sim->atoms->n) // expected-error[missing-braces]{{region}}
        sim->atoms->n += 1;
#pragma pointerchain region end
    return atoms.n;
}
