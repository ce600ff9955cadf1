// A length that is read through a pointer is taken from a file only where the directive trusts it; without the clause this
// read would end the program.
// compilers: gcc
#include <stdio.h>
#include <stdlib.h>

typedef struct Jag { int n; int *len; double **rows; } Jag;
#pragma pointerchain shape(Jag: len[n], rows[n][len[pc_row]])

static Jag *made(int n)
{
    Jag *jag = (Jag *)calloc(1, sizeof *jag);
    jag->n = n;
    jag->len = (int *)calloc((size_t)n, sizeof *jag->len);
    jag->rows = (double **)calloc((size_t)n, sizeof *jag->rows);
    for (int i = 0; i < n; i++) {
        jag->len[i] = 2 * i + 1;
        jag->rows[i] = (double *)calloc((size_t)jag->len[i], sizeof **jag->rows);
        for (int k = 0; k < jag->len[i]; k++) jag->rows[i][k] = i + k;
    }
    return jag;
}

int main(void)
{
    Jag *jag = made(3), *copy = made(3);
    FILE *file = tmpfile();
    if (!file) return 1;
#pragma pointerchain deepcopy write(jag) to(file)
    rewind(file);
#pragma pointerchain deepcopy read(copy) from(file) trusted separate
    for (int i = 0; i < copy->n; i++)
        for (int k = 0; k < copy->len[i]; k++) printf("%g%c", copy->rows[i][k], k + 1 < copy->len[i] ? ' ' : '\n');
    printf("%d rows\n", jag->n);
    return fclose(file) != 0;
}
