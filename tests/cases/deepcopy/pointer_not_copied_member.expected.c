// Sections that begin at a member, and constructs that use it where nothing has copied the object that holds it.
#include <stdio.h>

struct vec { int n; double *data; };
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double(void); static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double alone(struct vec *v, int n)
{
    double sum = 0;
    struct vec own = *v;
{ const pc_root pc_roots[] = {{pc_type_double(), (v->data) + (0), (long long)(n), "v->data[0:n]", PC_TOFROM, (const char *)(v) + offsetof(struct vec, data)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); } // expected-note:37{{the copy is here}}
#pragma omp target map(tofrom : sum) // expected-warning[pointer-not-copied]:1{{'omp target' uses 'v->data', which does not point into the copy of 'v->data[0:n]': the device gets the host's pointer; write 'map(alloc: v->data[0:n])'}}
    for (int i = 0; i < n; i++) sum += v->data[i];
#pragma omp target map(tofrom : sum) map(alloc : v->data[0:n])
    for (int i = 0; i < n; i++) sum += v->data[i];
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < n; i++) sum += i;
{ const pc_root pc_roots[] = {{pc_type_double(), (v->data) + (0), (long long)(n), "v->data[0:n]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_double(), (own.data) + (0), (long long)(n), "own.data[0:n]", PC_TOFROM, (const char *)&(own) + offsetof(struct vec, data)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); // expected-note:44{{the copy is here}}
#pragma acc parallel loop reduction(+ : sum) // expected-warning[pointer-not-copied]:1{{'acc parallel loop' uses 'own.data'}}
    for (int i = 0; i < n; i++) sum += own.data[i];
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return sum;
} static const pc_type *pc_type_vec(void); static long long pc_count_vec_data(const void *pc_owner) { const struct vec *pc_self = (const struct vec *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_vec(void) { static const pc_pointer pc_list[] = {{"data", offsetof(struct vec, data), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_vec_data, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct vec", sizeof(struct vec), __alignof__(struct vec), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } 

static double with_its_object(struct vec *v, int n)
{
    double sum = 0;
{ const pc_root pc_roots_2[] = {{pc_type_vec(), (v), 1, "v", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots_2[] = {{pc_type_double(), (v->data) + (0), (long long)(n), "v->data[0:n]", PC_TOFROM, (const char *)(v) + offsetof(struct vec, data)}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
#pragma omp target map(tofrom : sum)
    for (int i = 0; i < n; i++) sum += v->data[i];
{ const pc_root pc_roots_2[] = {{pc_type_double(), (v->data) + (0), (long long)(n), "v->data[0:n]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
{ const pc_root pc_roots_2[] = {{pc_type_vec(), (v), 1, "v", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    return sum;
}

int main(void)
{
    double data[4] = {1, 2, 3, 4};
    struct vec v = {4, data};
    printf("%g %g\n", alone(&v, 4), with_its_object(&v, 4));
    return 0;
}
