// Sections that begin behind their pointer, and constructs that use it with and without naming it.
#include <stdio.h>

struct box { int n; double *x; };
#pragma pointerchain shape(struct box: x[n])

static double work(double *a, double *b, double *whole, struct box *box, int n)
{
    double sum = 0, own[4] = {0};
#pragma pointerchain deepcopy enter(a[1:n-1], whole[0:n], box, own[1:3]) // expected-note:37{{the copy is here}}
// expected-note@-1:37{{the copy is here}}
// expected-note@-2:64{{the copy is here}}
// expected-note@-3:37{{the copy is here}}
#pragma omp target map(tofrom : sum) // expected-warning[pointer-not-copied]:1{{'omp target' uses 'a', which does not point into the copy of 'a[1:n-1]': the device gets the host's pointer; write 'map(alloc: a[1:n-1])'}}
    for (int i = 1; i < n; i++) sum += a[i] + whole[i];
#pragma omp target map(tofrom : sum) map(alloc : a[1:n-1]) // expected-warning[pointer-not-copied]:1{{'omp target' uses 'own', of which 'own[1:3]' alone was copied: without a clause all of it is mapped beside that; write 'map(alloc: own[1:3])'}}
    for (int i = 1; i < n; i++) sum += a[i] + own[1];
#pragma omp target map(tofrom : sum) map(alloc : a[1:n-1], own[1:3])
    for (int i = 1; i < n; i++) sum += a[i] + own[1];
#pragma acc parallel loop reduction(+ : sum) // expected-warning[pointer-not-copied]:1{{'acc parallel loop' uses 'a', which does not point into the copy of 'a[1:n-1]': the device gets the host's pointer; write 'present(a[1:n-1])'}}
    for (int i = 1; i < n; i++) sum += a[i];
#pragma acc parallel loop reduction(+ : sum) present(a[1:n-1])
    for (int i = 1; i < n; i++) sum += a[i];
#pragma acc data present(a[1:n-1])
    {
#pragma acc parallel loop reduction(+ : sum)
        for (int i = 1; i < n; i++) sum += a[i];
    }
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < n; i++) {
        double a = i;
        sum += a * box->n + b[i];
    }
#pragma omp target data map(alloc : a[1:n-1]) map(tofrom : sum)
    {
#pragma omp target // expected-warning[pointer-not-copied]:1{{'omp target' uses 'a'}}
        for (int i = 1; i < n; i++) sum += a[i];
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < n; i++) sum += a[i];
#pragma pointerchain deepcopy exit(a[1:n-1], whole[0:n], box, own[1:3])
#pragma omp target map(tofrom : sum)
    for (int i = 1; i < n; i++) sum += a[i];
#pragma pointerchain deepcopy region begin(b[n / 2:n / 2], whole[1:n - 1], whole[:n]) // expected-note:44{{the copy is here}}
#pragma omp target map(tofrom : sum) // expected-warning[pointer-not-copied]:1{{write 'map(alloc: b[n / 2:n / 2])'}}
    for (int i = n / 2; i < n; i++) sum += b[i] + whole[i];
#pragma pointerchain deepcopy region end
#pragma omp target map(tofrom : sum)
    for (int i = n / 2; i < n; i++) sum += b[i];
#pragma pointerchain deepcopy region begin((b + 1)[0:n - 1]) // expected-note:44{{the copy is here}}
#pragma omp target map(tofrom : sum) // expected-warning[pointer-not-copied]:1{{'omp target' uses 'b', which does not point into the copy of '(b + 1)[0:n - 1]': the device gets the host's pointer; write 'map(alloc: b[...])'}}
    for (int i = 1; i < n; i++) sum += b[i];
#pragma pointerchain deepcopy region end
    return sum;
}

int main(void)
{
    double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4] = {0};
    struct box box = {4, c};
    printf("%g\n", work(a, b, c, &box, 4));
    return 0;
}
