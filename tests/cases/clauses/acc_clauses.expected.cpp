// also: openacc
// Clauses in a member function: this-chains, explicit and implicit.
#include <cstdio>

struct atoms { int n; double *r; double energy; };
struct simulation {
    atoms *a;
    void run()
    {
{ int pc_n = a->n; double *__restrict pc_r = this->a->r; double pc_energy = a->energy; struct pc_guard_0_t { decltype(pc_energy) &to0; decltype(pc_energy) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{a->energy, pc_energy}; _Pragma("acc parallel loop copy(pc_r[0:pc_n]) reduction(+:pc_energy)")
        for (int i = 0; i < pc_n; i++) {
            pc_r[i] *= 2;
            pc_energy += pc_r[i];
        } }
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
