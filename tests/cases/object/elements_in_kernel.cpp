// In a region with a compute construct the pointer that 'data()' gives is hoisted without being asked for.
#include "buffer.h"
#include <cstdio>

struct field { buffer<double> a, b; field() : a(4, 4), b(4, 4) {} };

double f(field *here, int n)
{
    double sum = 0;
#pragma pointerchain region begin declare(here->a, here->b)
#pragma acc parallel loop copyin(here->a[0:n]) copy(here->b[0:n]) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        here->b[i] += here->a[i] + i;
        sum += here->b[i];
    }
    sum += here->a.size();
#pragma pointerchain region end
#pragma omp target teams distribute parallel for pointerchain(here->b) map(tofrom: here->b[0:n]) map(tofrom: sum) reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += here->b[i];
    return sum;
}

int main()
{
    field here;
    std::printf("%g\n", f(&here, 16));
    return 0;
}
