// Sections that begin behind their pointer, and constructs that use it with and without naming it.
#include <stdio.h>

struct box { int n; double *x; };
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double(void); static const pc_type *pc_type_box(void); static long long pc_count_box_x(const void *pc_owner) { const struct box *pc_self = (const struct box *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_box(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct box, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_box_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct box", sizeof(struct box), __alignof__(struct box), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double work(double *a, double *b, double *whole, struct box *box, int n)
{
    double sum = 0, own[4] = {0};
{ const pc_root pc_roots[] = {{pc_type_double(), (a) + (1), (long long)(n-1), "a[1:n-1]", PC_TOFROM, NULL}, {pc_type_double(), (whole) + (0), (long long)(n), "whole[0:n]", PC_TOFROM, NULL}, {pc_type_box(), (box), 1, "box", PC_TOFROM, NULL}, {pc_type_double(), (own) + (1), (long long)(3), "own[1:3]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); } // expected-note:37{{the copy is here}}
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
{ const pc_root pc_roots[] = {{pc_type_double(), (a) + (1), (long long)(n-1), "a[1:n-1]", PC_TOFROM, NULL}, {pc_type_double(), (whole) + (0), (long long)(n), "whole[0:n]", PC_TOFROM, NULL}, {pc_type_box(), (box), 1, "box", PC_TOFROM, NULL}, {pc_type_double(), (own) + (1), (long long)(3), "own[1:3]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
#pragma omp target map(tofrom : sum)
    for (int i = 1; i < n; i++) sum += a[i];
{ const pc_root pc_roots[] = {{pc_type_double(), (b) + (n / 2), (long long)(n / 2), "b[n / 2:n / 2]", PC_TOFROM, NULL}, {pc_type_double(), (whole) + (1), (long long)(n - 1), "whole[1:n - 1]", PC_TOFROM, NULL}, {pc_type_double(), (whole), (long long)(n), "whole[:n]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); // expected-note:44{{the copy is here}}
#pragma omp target map(tofrom : sum) // expected-warning[pointer-not-copied]:1{{write 'map(alloc: b[n / 2:n / 2])'}}
    for (int i = n / 2; i < n; i++) sum += b[i] + whole[i];
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
#pragma omp target map(tofrom : sum)
    for (int i = n / 2; i < n; i++) sum += b[i];
{ const pc_root pc_roots_2[] = {{pc_type_double(), ((b + 1)) + (0), (long long)(n - 1), "(b + 1)[0:n - 1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); // expected-note:44{{the copy is here}}
#pragma omp target map(tofrom : sum) // expected-warning[pointer-not-copied]:1{{'omp target' uses 'b', which does not point into the copy of '(b + 1)[0:n - 1]': the device gets the host's pointer; write 'map(alloc: b[...])'}}
    for (int i = 1; i < n; i++) sum += b[i];
(void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    return sum;
}

int main(void)
{
    double a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, c[4] = {0};
    struct box box = {4, c};
    printf("%g\n", work(a, b, c, &box, 4));
    return 0;
}
