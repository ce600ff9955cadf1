struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->r, sim->atoms->energy) // expected-note{{declared here}}
#pragma omp target teams distribute parallel for nowait reduction(+:sim->atoms->energy) // expected-error[async-write]{{chain 'sim->atoms->energy' is changed by an asynchronous construct}}
    for (int i = 0; i < 4; i++)
        sim->atoms->energy += sim->atoms->r[i];
#pragma pointerchain region end
#pragma omp taskwait
    return (int)atoms.energy;
}
