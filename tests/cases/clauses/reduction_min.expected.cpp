// Headers of C++'s library say '#define min' in a comment: that makes no macro of the reduction's 'min'.
// also: openmp
#include <cstdio>
#include <vector>

struct field { std::vector<double> dt; int nx; };
struct chunk { field *f; double least; };

static void least(chunk *c)
{
    const double *dt = c->f->dt.data();
{ int pc_f_nx = c->f->nx; double pc_least = c->least; struct pc_guard_0_t { decltype(pc_least) &to0; decltype(pc_least) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{c->least, pc_least};
#pragma omp parallel for reduction(min: pc_least)
    for (int i = 0; i < pc_f_nx; i++)
        if (dt[i] < pc_least)
            pc_least = dt[i];
}
}

int main()
{
    field f = {{3, 1, 2}, 3};
    chunk c = {&f, 100};
    least(&c);
    std::printf("%g\n", c.least);
    return 0;
}
