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
{ double *const pc_a = s.a; const double *const pc_in = p->in; double *const pc_b = s.b; double (*const pc_rows)[3] = p->rows;
    for (int i = 0; i < n; i++) {
        pc_a[i] = pc_in[i];
        pc_b[i] = 2 * pc_a[i];
        pc_rows[i][1] = pc_b[i] + 1;
    }
}
}

int main(void)
{
    double a[2] = {0}, b[2] = {0}, rows[2][3] = {{0}}, in[2] = {3, 4};
    struct series s = {a, b, rows, in};
    scale(s, &s, 2);
    printf("%g %g %g %g\n", a[0], b[1], rows[0][1], rows[1][1]);
    return 0;
}
