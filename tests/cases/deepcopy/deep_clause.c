// Data clauses that go deep: what leads to pointers is entered before and leaves behind, the rest is the clauses'.
// also: openmp openacc
// args: -Wno-unknown-pragmas -Wno-openmp-mapping
#include <stdio.h>

typedef struct node { double value; int n; double *data; struct node *next; } node;
typedef struct flat { int a; } flat;
#pragma pointerchain shape(node: data[n], next[1])

static double total(node *head, double *x, int n, flat *flats)
{
    double sum = 0;
    node local = *head;
#pragma omp target teams distribute parallel for map(tofrom: sum) map(to: head[0:1]) \
    map(from: x[0:n]) map(to: flats[0:1]) pointerchain(deep) if(target: n > 1) if(parallel: n > 2) device(0)
    for (int i = 0; i < 1; i++) // what ends the region stands behind the whole loop
        for (int k = 0; k < n; k++)
            x[k] = sum += head->data[0] + flats[0].a;
#pragma omp target data map(local) map(alloc: head[0:1]) pointerchain(deep)
    {
        _Pragma("omp target map(tofrom: sum) map(to: head[0:1]) pointerchain(deep)")
        sum += head->data[0]++;
    }
#pragma omp target enter data map(to: head[0:1], x[0:n]) pointerchain(deep)
#pragma omp target exit data map(from: head[0:1]) map(delete: x[0:n]) pointerchain(deep)
#pragma acc enter data copyin(head[0:1]) create(local) pointerchain(deep)
#pragma acc exit data copyout(head[0:1]) delete(local) pointerchain(deep)
#pragma acc parallel loop copyin(head[0:1]) copyout(local) create(x[0:n]) pointerchain(deep)
    for (int i = 0; i < 1; i++)
        local.data[i] = head->data[i];
#ifdef NEVER
#pragma omp target map(to: head[0:1]) pointerchain(deep)
    sum = 0;
#endif
    return sum;
}

int main(void)
{
    double data[2] = {1, 2}, x[2];
    node last = {1, 2, data, NULL}, first = {1, 2, data, &last};
    flat flat = {1};
    printf("%g\n", total(&first, x, 2, &flat));
    return 0;
}
