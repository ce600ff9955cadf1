// also: openacc
// Clauses in a member function: this-chains, explicit and implicit.
#include <cstdio>

struct atoms { int n; double *r; double energy; };
struct simulation {
    atoms *a;
    void run()
    {
#pragma acc parallel loop pointerchain(this->a->r{double*:restrict}, a->n, a->energy) copy(a->r[0:this->a->n]) reduction(+:this->a->energy)
        for (int i = 0; i < a->n; i++) {
            a->r[i] *= 2;
            a->energy += this->a->r[i];
        }
    }
};

int main()
{
    double r[] = {1, 2, 3};
    atoms a = {3, r, 0.5};
    simulation s = {&a};
    s.run();
    std::printf("%g %g\n", a.energy, r[2]);
    return 0;
}
