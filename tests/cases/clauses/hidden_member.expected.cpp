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
{ int pc_n = this->n; int *pc_x = x;
#pragma omp parallel for num_threads(n) schedule(static, config::n) reduction(+: out) if (config::m > 2)
        for (int i = 0; i < pc_n; i++)
            out += pc_x[i] * pc_n;
#pragma omp parallel for num_threads(pc_n) reduction(+: out) if (n > 1)
        for (int i = 0; i < pc_n; i++)
            out += pc_x[i];
}
        return out;
    }
    int total(int count)
    {
        int sum = 0;
{ int *pc_x = x; int pc_sum = this->sum;
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < count; i++)
            sum += pc_x[i] * pc_sum;
#pragma omp parallel for reduction(+: sum) firstprivate(count)
        for (int n = 0; n < count; n++)
            sum += n;
}
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
