// The local of a container points to its elements: the container's own type is not the local's.
#include <cstdio>
#include <vector>

struct atoms { int n; std::vector<double> r; };
struct sim { atoms *a; };

int main()
{
    atoms a = {2, {1, 2}};
    sim s = {&a};
    double x = 0;
#pragma pointerchain region begin declare(s.a->r{std::vector<double>}, s.a->n) // expected-error[type-mismatch]{{chain 's.a->r' of type 'std::vector<double>' is declared as 'std::vector<double>', but its local is a pointer to its elements: give no type}}
    for (int i = 0; i < s.a->n; i++)
        x += s.a->r[static_cast<unsigned>(i)];
#pragma pointerchain region end
    std::printf("%g\n", x);
    return 0;
}
