// also: openmp
#include <cstdio>

template <typename T> struct atoms { int n; T *r; T energy; };
template <typename T> static void run(atoms<T> **list, int k)
{
{ auto pc_n = list[k]->n; auto *pc_r = list[k]->r; auto pc_energy = list[k]->energy; (void)sizeof(&list[k]->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]); (void)sizeof(&list[k]->energy); (void)sizeof(char[__is_class(decltype(pc_energy)) || __is_union(decltype(pc_energy)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_energy) &to0; decltype(pc_energy) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{list[k]->energy, pc_energy};
#pragma omp parallel for reduction(+ : pc_energy)
    for (int i = 0; i < pc_n; i++) {
        pc_r[i] *= 2;
        pc_energy += pc_r[i];
    }
}
}

int main()
{
    double r[] = {1, 2, 3};
    atoms<double> a = {3, r, 0.5}, *list[] = {nullptr, &a};
    run(list, 1);
    std::printf("%g %g\n", a.energy, r[2]);
    return 0;
}
