// Accessor macros, as libraries of sparse matrices have them: the local stands for the whole use.
#include <stdio.h>

typedef struct { double *data; int size, k; struct { int rows; } in; } Vector;
typedef struct { Vector *par; int *i; } Matrix;
#define Data(v) ((v) -> data)
#define Size(v) (v)->size
#define K(v) v->k
#define Rows(v) (*(v)).in.rows
#define Par(a) ((a)[0].par)
#define ParSize(a) Size(Par(a))
#define ParData(a) Data(Par(a))
#define Member(v, name) ((v)->name)
#define I (a->i)
#define SQUARE(e) ((e) * (e))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define Ignoring(v, other) ((v)->k)

static void run(Matrix *a, Vector *x, Vector *y)
{
    int count = 0;
{ int pc_size = x->size; double *pc_data = x->data; int *pc_i = a->i; double *pc_data_2 = y->data; int pc_k = x->k; int pc_in_rows = x->in.rows; double *pc_par_data = a->par->data; int pc_par_size = a->par->size;
    for (int j = 0; j < pc_size; j++) pc_data[pc_i[j]] += pc_data_2[j] * -pc_k;
    *pc_data_2 = 5, 0[pc_data_2] += 1, pc_data_2


[1] = __LINE__;
    pc_k += 2, pc_k--, pc_in_rows <<= 1, pc_par_data[2] = sizeof(K(x)) + pc_par_size, pc_k = 3;
    printf("%d %d %d %d\n", SQUARE(pc_k), MAX(pc_k, pc_in_rows), (int)sizeof K(x), pc_in_rows);
    printf("%d %d %d\n", -pc_k, !pc_k, pc_k + pc_in_rows * 2);
    switch (pc_k) { case 4: pc_k++; }
    while (pc_k < 9) pc_k++;
x->k = pc_k; x->in.rows = pc_in_rows; }
    printf("%d\n", count);
}

int main(void)
{
    double one[] = {1, 2, 3}, two[] = {4, 5, 6};
    int i[] = {2, 1, 0};
    Vector x = {one, 3, 3, {2}}, y = {two, 3, 2, {5}};
    Matrix a = {&y, i};
    run(&a, &x, &y);
    printf("%g %g %g %g %g %g %d %d %d %d\n", one[0], one[1], one[2], two[0], two[1], two[2], x.k, y.k, x.in.rows, y.size);
    return 0;
}
