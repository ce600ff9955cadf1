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
#pragma pointerchain region begin declare(this->b->n, b->n)
#pragma omp parallel for num_threads(b->n) schedule(static, this->b->n) reduction(+: r)
        for (int i = 0; i < 8; i++)
            r += b->n * 10 + this->b->n;
#pragma pointerchain region end
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
