// The source itself does not parse; the directives' own faults are told as well.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += undeclared; // expected-error[source-error]:22{{undeclared}}
#pragma pointerchain region end
    return 0;
}
