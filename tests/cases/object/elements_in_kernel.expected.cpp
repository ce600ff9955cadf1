// In a region with a compute construct the pointer that 'data()' gives is hoisted without being asked for.
#include "buffer.h"
#include <cstdio>

struct field { buffer<double> a, b; field() : a(4, 4), b(4, 4) {} };

double f(field *here, int n)
{
    double sum = 0;
{ auto *pc_b = here->b.data(); auto *pc_a = here->a.data();
#pragma acc parallel loop copyin(pc_a[0:n]) copy(pc_b[0:n]) reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        pc_b[i] += pc_a[i] + i;
        sum += pc_b[i];
    }
    sum += here->a.size();
}
{ auto *pc_b = here->b.data(); _Pragma("omp target teams distribute parallel for map(tofrom: pc_b[0:n]) map(tofrom: sum) reduction(+ : sum)")
    for (int i = 0; i < n; i++)
        sum += pc_b[i]; }
    return sum;
}

int main()
{
    field here;
    std::printf("%g\n", f(&here, 16));
    return 0;
}
