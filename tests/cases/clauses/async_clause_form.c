struct atoms { int n; double *r; double energy; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, r, 0};
    struct sim store = {&atoms}, *sim = &store;
#pragma acc parallel loop async pointerchain(sim->atoms->r, sim->atoms->energy) reduction(+:sim->atoms->energy) /* expected-error[async-write]{{chain 'sim->atoms->energy' is changed by an asynchronous construct}} expected-note{{declared here}} */
    for (int i = 0; i < 4; i++)
        sim->atoms->energy += sim->atoms->r[i];
#pragma acc wait
    return (int)atoms.energy;
}
