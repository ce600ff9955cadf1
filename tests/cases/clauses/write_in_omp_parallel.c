// The same with OpenMP's host threads, deeper inside.
struct atoms { int n, hits; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[4] = {1, 2, 3, 4};
    struct atoms atoms = {4, 0, r};
    struct sim store = {&atoms}, *sim = &store;
#pragma omp parallel // expected-note{{'omp parallel' begins here}}
    {
        for (int i = 0; i < 4; i++) {
            if (i > 1) {
#pragma pointerchain region begin declare(sim->atoms->hits) // expected-note{{declared here}}
#pragma omp atomic
                sim->atoms->hits++; // expected-error[write-in-parallel]{{'omp parallel'}}
#pragma pointerchain region end
            }
        }
    }
    return atoms.hits;
}
