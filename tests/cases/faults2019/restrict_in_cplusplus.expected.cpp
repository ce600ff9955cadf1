// 2019: 'restrict const' is not C++.
#include <cstdio>

struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main()
{
    double r[3] = {1, 2, 4}, total = 0;
    atoms a = {3, r};
    sim store = {&a}, *s = &store;

{ double *__restrict const pc_atoms_r = s->atoms->r;
    for (int i = 0; i < 3; i++)
        total += pc_atoms_r[i];
}
    std::printf("%g\n", total);
    return 0;
}
