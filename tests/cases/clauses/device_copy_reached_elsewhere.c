// Stores by pointers, and by the library's functions, that surely lead elsewhere than to what the device has.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct sim { int n, k; double dt; double *x, *y; };

static void *grab(size_t n)
{
    void *p = malloc(n);
    if (!p) abort();
    memset(p, 0, n);
    return p;
}

static double **table(int n, int m)
{
    double **t = grab((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++) t[i] = grab((size_t)m * sizeof **t);
    return t;
}

static void fill(double *v, int n, double a)
{
    for (int i = 0; i < n; i++) v[i] = a;
}

static void step(struct sim *s)
{
#pragma omp target teams distribute parallel for pointerchain(s->x, s->n, s->dt)
    for (int i = 0; i < s->n; i++) s->x[i] += s->dt;
}

static int others(struct sim *s)
{
    int r = 0;
    struct sim local = {1, 2, 0.5, NULL, NULL}, *fresh = calloc(1, sizeof *fresh);
    if (!fresh) abort();
#pragma omp target enter data map(to: s[0:1])
    local.n = 7;
    fresh->n = local.n;
#pragma omp target map(from: r) pointerchain(s->n)
    r = s->n;
#pragma omp target exit data map(release: s[0:1])
    r += fresh->n;
    free(fresh);
    return r;
}

int main(void)
{
    struct sim *s = grab(sizeof *s);
    int n = 8, *index = grab((size_t)n * sizeof *index), count[4] = {0};
    double **t = table(4, 4), *work = malloc((size_t)n * sizeof *work);
    char text[64];
    if (!work) abort();
    s->n = n;
    s->dt = 0.5;
    s->x = grab((size_t)n * sizeof *s->x);
    s->y = grab((size_t)n * sizeof *s->y);
    printf("%d\n", others(s));
#pragma omp target enter data map(to: s[0:1])
#pragma omp target enter data map(to: s->x[0:n])
    fill(work, n, 1);
    for (int k = 0; k < 3; k++) {
        index[k] = k;
        count[k]++;
        t[1][2] = k;
        work[k] = 3;
        memset(text, 0, sizeof text);
        memcpy(work + 1, work, sizeof *work);
        snprintf(text, sizeof text, "%d", k);
        for (char *c = text; *c; c++) *c = 'a';
        step(s);
    }
#pragma omp target exit data map(from: s->x[0:n])
#pragma omp target exit data map(release: s[0:1])
    printf("%g %d %g %s %d\n", s->x[1], index[1], t[1][2], text, count[1]);
    for (int i = 0; i < 4; i++) free(t[i]);
    free(t);
    free(work);
    free(index);
    free(s->x);
    free(s->y);
    free(s);
    return 0;
}
