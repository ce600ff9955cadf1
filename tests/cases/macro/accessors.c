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
#pragma pointerchain region begin declare(x->data, x->size, x->k, x->in.rows, y->data, a->i, a->par->{data, size})
    for (int j = 0; j < Size(x); j++) Data(x)[I[j]] += Data(y)[j] * -K(x);
    *Data(y) = 5, 0[Data(y)] += 1, Data(
        y /* the second
             of two */
    )[1] = __LINE__;
    K(x) += 2, K(x)--, Rows(x) <<= 1, ParData(a)[2] = sizeof(K(x)) + ParSize(a), Member(x, k) = 3;
    printf("%d %d %d %d\n", SQUARE(K(x)), MAX(K(x), Rows(x)), (int)sizeof K(x), Rows(x));
    printf("%d %d %d\n", -K(x), !K(x), K(x) + Rows(x) * 2);
    switch (K(x)) { case 4: K(x)++; }
    while (Ignoring(x, count++) < 9) K(x)++;
#pragma pointerchain region end
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
