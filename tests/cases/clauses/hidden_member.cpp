// A parameter or local hides the member of its name in clauses, too; what a class's name qualifies is another.
// also: openmp
#include <cstdio>

struct config { static int n; enum { m = 3 }; };
int config::n = 2;

struct grid {
    int n, sum, *x;
    int scale(int n)
    {
        int out = n;
#pragma pointerchain region begin declare(this->n, x)
#pragma omp parallel for num_threads(n) schedule(static, config::n) reduction(+: out) if (config::m > 2)
        for (int i = 0; i < this->n; i++)
            out += x[i] * this->n;
#pragma omp parallel for num_threads(this->n) reduction(+: out) if (n > 1)
        for (int i = 0; i < this->n; i++)
            out += x[i];
#pragma pointerchain region end
        return out;
    }
    int total(int count)
    {
        int sum = 0;
#pragma pointerchain region begin declare(this->sum, x)
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < count; i++)
            sum += x[i] * this->sum;
#pragma omp parallel for reduction(+: sum) firstprivate(count)
        for (int n = 0; n < count; n++)
            sum += n;
#pragma pointerchain region end
        return sum;
    }
};

int main()
{
    int x[3] = {1, 2, 3};
    grid g = {3, 5, x};
    int one = g.scale(2), two = g.total(3);
    std::printf("%d %d %d\n", one, two, g.sum);
    return 0;
}
