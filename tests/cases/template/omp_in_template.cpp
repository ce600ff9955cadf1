// also: openmp
#include <cstdio>

template <typename T> struct atoms { int n; T *r; T energy; };
template <typename T> static void run(atoms<T> **list, int k)
{
#pragma pointerchain region begin declare(list[k]->r, list[k]->n, list[k]->energy)
#pragma omp parallel for reduction(+ : list[k]->energy)
    for (int i = 0; i < list[k]->n; i++) {
        list[k]->r[i] *= 2;
        list[k]->energy += list[k]->r[i];
    }
#pragma pointerchain region end
}

int main()
{
    double r[] = {1, 2, 3};
    atoms<double> a = {3, r, 0.5}, *list[] = {nullptr, &a};
    run(list, 1);
    std::printf("%g %g\n", a.energy, r[2]);
    return 0;
}
