// A directive in the lambda, or a region in it, still needs the root that the lambda captures.
// args: -Wno-unused-lambda-capture
#include <cstdio>

struct sim { int *q; int n; int *w; };

int f(sim *s)
{
    int sum = 0;
{ int *pc_q = s->q;
    auto g = [s, pc_q] {
        int t = 0;
#pragma omp parallel for default(none) shared(s) reduction(+ : t) shared(pc_q)
        for (int i = 0; i < 3; i++)
            t += pc_q[i];
        return t;
    };
    auto h = [s, pc_q] {
        int t = pc_q[0];
{ int *pc_w = s->w;
        t += pc_w[0] + pc_w[1];
}
        return t;
    };
    sum = g() + h();
}
    return sum;
}

int main()
{
    int row[3] = {1, 2, 3};
    sim s{row, 3, row};
    std::printf("%d\n", f(&s));
    return 0;
}
