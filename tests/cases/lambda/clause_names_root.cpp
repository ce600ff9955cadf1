// A directive in the lambda, or a region in it, still needs the root that the lambda captures.
// args: -Wno-unused-lambda-capture
#include <cstdio>

struct sim { int *q; int n; int *w; };

int f(sim *s)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->q)
    auto g = [s] {
        int t = 0;
#pragma omp parallel for default(none) shared(s) reduction(+ : t)
        for (int i = 0; i < 3; i++)
            t += s->q[i];
        return t;
    };
    auto h = [s] {
        int t = s->q[0];
#pragma pointerchain region begin declare(s->w)
        t += s->w[0] + s->w[1];
#pragma pointerchain region end
        return t;
    };
    sum = g() + h();
#pragma pointerchain region end
    return sum;
}

int main()
{
    int row[3] = {1, 2, 3};
    sim s{row, 3, row};
    std::printf("%d\n", f(&s));
    return 0;
}
