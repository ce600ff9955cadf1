// A section whose length asks the container: the question stays, for it is asked on the host.
// also: openacc openmp
#include <cstdio>
#include <vector>

struct F { std::vector<double> w; };
struct T { F field; };

int main()
{
    T t;
    t.field.w.resize(5, 1.0);
    double s = 0;
{ auto *pc_field_w = t.field.w.data();
#pragma acc parallel loop copyin(pc_field_w[0:t.field.w.size()]) reduction(+ : s)
#pragma omp target teams distribute parallel for map(to : pc_field_w[0 : t.field.w . size()]) if(t.field.w.size() > 2) map(tofrom : s) reduction(+ : s)
    for (int i = 0; i < 5; i++) s += pc_field_w[i];
}
    std::printf("%g\n", s);
    return 0;
}
