// A chain that counts the iterations of a loop that a directive divides, or of one in it.
struct atoms { int k, j; double *x; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double x[4] = {1, 2, 3, 4};
    struct atoms a = {0, 0, x};
    struct sim store = {&a}, *sim = &store;
#pragma omp parallel for pointerchain(sim->atoms->k, sim->atoms->x) // expected-note{{declared here}} expected-note{{'omp parallel for' begins here}} expected-note{{declared here}} expected-note{{'omp parallel for' begins here}}
    for (sim->atoms->k = 0; // expected-error[object-needed]{{chain 'sim->atoms->k' counts the iterations of 'omp parallel for'}}
        sim->atoms->k < 4;
        sim->atoms->k++) // expected-error[object-needed]{{chain 'sim->atoms->k' counts the iterations of 'omp parallel for'}}
        sim->atoms->x[sim->atoms->k] += 1;
#pragma pointerchain region begin declare(sim->atoms->j) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp simd collapse(2) // expected-note{{'omp simd' begins here}}  expected-note{{'omp simd' begins here}}
    for (int i = 0; i < 2; i++)
        for (sim->atoms->j = 0; sim->atoms->j < 2; sim->atoms->j++) // expected-error[object-needed]:14{{counts}} expected-error[object-needed]{{counts}}
            x[i] += 1;
#pragma pointerchain region end
    return a.k + a.j;
}
