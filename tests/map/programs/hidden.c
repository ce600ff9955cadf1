/* Names that blocks give another meaning, and a pointer that was kept in a number, between kernels. */
#include <stdio.h>
#include <stdlib.h>

typedef struct { double *p; } Holder;
static double fixed[20], *grown;

static double read(int i) { return fixed[i]; }
static void store(int i) { grown[i] = -1; }

static double total(const Holder *holder)
{
    double sum = 0;
    for (int i = 0; i < 20; i++) sum += holder->p[i];
    return sum;
}

int main(int argc, char **argv)
{
    int n = 19 + argc, last = 0;
    double sum = 0;
    Holder one = {calloc(20, sizeof(double))}, two = {calloc(20, sizeof(double))}, *s = &one;
    const Holder *kept = s;
    unsigned long number = (unsigned long)fixed;
    grown = malloc(n * sizeof *grown);
    for (int i = 0; i < n; i++) grown[i] = fixed[i] = i;
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 20; i++) fixed[i] += 1;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++) grown[i] += 1;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < 20; i++) s->p[i] += i;
        {
            int fixed = 1;
            sum += read(3) + fixed;
        }
        if (k == 1) {
            int n = 2;
            store(7);
            sum += grown[n];
        }
        if (k == 1) {
            Holder *s = &two;
            sum += total(kept) + s->p[1];
        }
        sum += ((double *)number)[3];
        if (k == 1) ((double *)number)[2] = 100;
    }
#pragma omp target teams distribute parallel for lastprivate(last)
    for (int i = 0; i < n; i++) last = i + 1;
    for (int i = 0; i < n; i++) sum += grown[i] * i + fixed[i];
    printf("%.12g %d\n", sum, last);
    return argv == NULL;
}
