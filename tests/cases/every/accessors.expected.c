// '*' sees chains that macros spell, or are given.
#include <stdio.h>

typedef struct { double *data; int size; } Vector;
typedef struct { Vector *par; int *i; } Matrix;
#define Data(v) ((v)->data)
#define Size(v) (v)->size
#define ParData(a) Data((a)->par)
#define ONCE(a) (a[j])
#define SHIFT(v) ((v)->size + 1)

static double product(Matrix *a, Vector *x, Vector *y)
{
    double sum = 0;
{ int pc_size = x->size; double *pc_data = y->data; int *pc_i = a->i; double *pc_data_2 = x->data; double *pc_par_data = a->par->data;
    for (int j = 0; j < pc_size; j++) {
        pc_data[j] += ONCE(pc_i) * pc_data_2[j];
        sum += pc_par_data[j];
    }
}
    return sum + SHIFT(y);
}

int main(void)
{
    double one[] = {1, 2, 3}, two[] = {4, 5, 6};
    int i[] = {2, 1, 0};
    Vector x = {one, 3}, y = {two, 3};
    Matrix a = {&x, i};
    double sum = product(&a, &x, &y);
    printf("%g %g %g\n", sum, two[0], two[2]);
    return 0;
}
