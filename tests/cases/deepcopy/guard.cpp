// In C++ an object ends the region on every way out, an exception included; types in namespaces, bases, templates.
#include <cstdio>
#include <stdexcept>

namespace mesh {
struct base { int n; double *x; };
struct cell : base { cell *next; };
template <class T> struct array { T *data; unsigned long size; };
#pragma pointerchain shape(base: x[n])
#pragma pointerchain shape(cell: next[next != nullptr])

int sum(cell *first, bool fail)
{
    int total = 0;
#pragma pointerchain deepcopy region begin(first)
    auto count = [&](const cell *at) { total += at->n; return total; };
    for (cell *at = first; at; at = at->next)
        if (count(at) > 5 && fail) throw std::runtime_error("many");
#pragma pointerchain deepcopy region end
    return total;
}
}
#pragma pointerchain shape(mesh::array<double>: data[size])

static double first_of(mesh::array<double> &a)
{
#pragma pointerchain deepcopy region begin(a)
    if (a.size > 1) return a.data[0];
#pragma pointerchain deepcopy region end
    return 0;
}

int main()
{
    mesh::cell last, first;
    last.n = 0, last.x = nullptr, last.next = nullptr;
    first.n = 0, first.x = nullptr, first.next = &last;
    std::printf("%d\n", mesh::sum(&first, false));
    double x[2] = {4, 5};
    mesh::array<double> a = {x, 2};
    std::printf("%g\n", first_of(a));
    return 0;
}
