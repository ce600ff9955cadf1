// Headers of C++'s library say '#define min' in a comment: that makes no macro of the reduction's 'min'.
// also: openmp
#include <cstdio>
#include <vector>

struct field { std::vector<double> dt; int nx; };
struct chunk { field *f; double least; };

static void least(chunk *c)
{
    const double *dt = c->f->dt.data();
#pragma pointerchain region begin declare(c->f->nx, c->least)
#pragma omp parallel for reduction(min: c->least)
    for (int i = 0; i < c->f->nx; i++)
        if (dt[i] < c->least)
            c->least = dt[i];
#pragma pointerchain region end
}

int main()
{
    field f = {{3, 1, 2}, 3};
    chunk c = {&f, 100};
    least(&c);
    std::printf("%g\n", c.least);
    return 0;
}
