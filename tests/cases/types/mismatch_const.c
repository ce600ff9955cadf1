// A type that would drop the pointee's const contradicts; one that adds it does not.
struct atoms { const double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[1] = {1};
    struct atoms atoms = {r};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain declare(sim->atoms->r{double*:restrict}) // expected-error[type-mismatch]{{chain 'sim->atoms->r' is declared as 'double*' but its type is 'const double *'}}
#pragma pointerchain region begin
    r[0] += sim->atoms->r[0];
#pragma pointerchain region end
    return (int)r[0];
}
