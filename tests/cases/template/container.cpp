// A dependent chain that is a container in the instance: what it is, its text does not say.
#include <cstdio>
#include <vector>

template <typename T> struct atoms { std::vector<T> r; };
template <typename T> struct sim { atoms<T> *a; };

template <typename T> static void run(sim<T> &s, int n)
{
#pragma pointerchain region begin declare(s.a->r) // expected-error[unsupported-type]{{chain 's.a->r' of type 'std::vector<double>' cannot be hoisted}}
    for (int i = 0; i < n; i++)
        s.a->r[i] += 1;
#pragma pointerchain region end
}

int main()
{
    atoms<double> a;
    a.r = {1, 2, 3};
    sim<double> s = {&a};
    run(s, 3);
    std::printf("%g %g\n", a.r[0], a.r[2]);
    return 0;
}
