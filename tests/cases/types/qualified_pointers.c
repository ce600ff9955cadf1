// A pointer with several qualifiers of its own, in whichever order they are spelled.
#include <stdio.h>

struct series {
    double *const restrict a;
    double *restrict const b;
    double (*const restrict rows)[3];
    const double *const restrict in;
};

static void scale(const struct series s, const struct series *p, int n)
{
#pragma pointerchain region begin declare(s.a, s.b, p->rows, p->in)
    for (int i = 0; i < n; i++) {
        s.a[i] = p->in[i];
        s.b[i] = 2 * s.a[i];
        p->rows[i][1] = s.b[i] + 1;
    }
#pragma pointerchain region end
}

int main(void)
{
    double a[2] = {0}, b[2] = {0}, rows[2][3] = {{0}}, in[2] = {3, 4};
    struct series s = {a, b, rows, in};
    scale(s, &s, 2);
    printf("%g %g %g %g\n", a[0], b[1], rows[0][1], rows[1][1]);
    return 0;
}
