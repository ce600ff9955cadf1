// Sections that begin at a member, and constructs that use it where nothing has copied the object that holds it.
#include <stdio.h>

struct vec { int n; double *data; };
#pragma pointerchain shape(struct vec: data[n])

static double alone(struct vec *v, int n)
{
    double sum = 0;
    struct vec own = *v;
#pragma pointerchain deepcopy enter(v->data[0:n]) // expected-note:37{{the copy is here}}
#pragma omp target map(tofrom : sum) // expected-warning[pointer-not-copied]:1{{'omp target' uses 'v->data', which does not point into the copy of 'v->data[0:n]': the device gets the host's pointer; write 'map(alloc: v->data[0:n])'}}
    for (int i = 0; i < n; i++) sum += v->data[i];
#pragma omp target map(tofrom : sum) map(alloc : v->data[0:n])
    for (int i = 0; i < n; i++) sum += v->data[i];
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < n; i++) sum += i;
#pragma pointerchain deepcopy exit(v->data[0:n])
#pragma pointerchain deepcopy region begin(own.data[0:n]) // expected-note:44{{the copy is here}}
#pragma acc parallel loop reduction(+ : sum) // expected-warning[pointer-not-copied]:1{{'acc parallel loop' uses 'own.data'}}
    for (int i = 0; i < n; i++) sum += own.data[i];
#pragma pointerchain deepcopy region end
    return sum;
}

static double with_its_object(struct vec *v, int n)
{
    double sum = 0;
#pragma pointerchain deepcopy enter(v)
#pragma pointerchain deepcopy enter(v->data[0:n])
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < n; i++) sum += v->data[i];
#pragma pointerchain deepcopy exit(v->data[0:n])
#pragma pointerchain deepcopy exit(v)
    return sum;
}

int main(void)
{
    double data[4] = {1, 2, 3, 4};
    struct vec v = {4, data};
    printf("%g %g\n", alone(&v, 4), with_its_object(&v, 4));
    return 0;
}
