// A local and the member that it hides begin two chains of one spelling: each has a local of its own name.
// also: openmp
#include <cstdio>

struct inner { int n; };
struct outer {
    inner *b;
    int sum(inner *given)
    {
        int r = 0;
        inner *b = given;
{ int pc_n = b->n; int pc_n_2 = this->b->n;
#pragma omp parallel for num_threads(pc_n) schedule(static, pc_n_2) reduction(+: r)
        for (int i = 0; i < 8; i++)
            r += pc_n * 10 + pc_n_2;
}
        return r;
    }
};

int main()
{
    inner one = {2}, two = {3};
    outer o = {&one};
    std::printf("%d\n", o.sum(&two));
    return 0;
}
