// Data clauses that go deep: what leads to pointers is entered before and leaves behind, the rest is the clauses'.
// also: openmp openacc
// args: -Wno-unknown-pragmas -Wno-openmp-mapping
#include <stdio.h>

typedef struct node { double value; int n; double *data; struct node *next; } node;
typedef struct flat { int a; } flat;
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_node(void); static const pc_type *pc_type_double(void); static long long pc_count_node_data(const void *pc_owner) { const struct node *pc_self = (const struct node *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_node(void) { static const pc_pointer pc_list[] = {{"data", offsetof(struct node, data), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_node_data, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"next", offsetof(struct node, next), 1, 0, 0, 0, PC_OWNED, pc_type_node, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct node", sizeof(struct node), __alignof__(struct node), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double total(node *head, double *x, int n, flat *flats)
{
    double sum = 0;
    node local = *head;
 { const int pc_roots_if = (n > 1) ? 1 : 0; const pc_root pc_roots[] = {{pc_type_node(), pc_roots_if ? (head) + (0) : NULL, pc_roots_if ? (long long)(1) : 0, "head[0:1]", PC_TO, NULL}, {pc_type_double(), pc_roots_if ? (x) + (0) : NULL, pc_roots_if ? (long long)(n) : 0, "x[0:n]", PC_FROM, NULL}}; if (pc_roots_if) (void)pc_deepcopy_enter_on(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, (int)(0), __FILE__, __LINE__); { _Pragma("omp target teams distribute parallel for map(tofrom: sum) map(to: head[0:1]) map(from: x[0:n]) map(to: flats[0:1]) if(target: n > 1) if(parallel: n > 2) device(0)")

    for (int i = 0; i < 1; i++) // what ends the region stands behind the whole loop
        for (int k = 0; k < n; k++)
            x[k] = sum += head->data[0] + flats[0].a; } (void)pc_deepcopy_exit(pc_roots, pc_roots_if ? sizeof pc_roots / sizeof pc_roots[0] : 0, 0, __FILE__, __LINE__); }
 { const pc_root pc_roots_2[] = {{pc_type_node(), &(local), 1, "local", PC_TOFROM, NULL}, {pc_type_node(), (head) + (0), (long long)(1), "head[0:1]", PC_ALLOC, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); { _Pragma("omp target data map(local) map(alloc: head[0:1])")
    {
         { const pc_root pc_roots_3[] = {{pc_type_node(), (head) + (0), (long long)(1), "head[0:1]", PC_TO, NULL}}; (void)pc_deepcopy_enter(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], PC_AUTO, __FILE__, __LINE__); { _Pragma("omp target map(tofrom: sum) map(to: head[0:1])                   ")
        sum += head->data[0]++; } (void)pc_deepcopy_exit(pc_roots_3, sizeof pc_roots_3 / sizeof pc_roots_3[0], 0, __FILE__, __LINE__); }
    } } (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
 { const pc_root pc_roots_4[] = {{pc_type_node(), (head) + (0), (long long)(1), "head[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_4, sizeof pc_roots_4 / sizeof pc_roots_4[0], PC_AUTO, __FILE__, __LINE__); } _Pragma("omp target enter data map(to: head[0:1], x[0:n])")
_Pragma("omp target exit data map(from: head[0:1]) map(delete: x[0:n])") { const pc_root pc_roots_4[] = {{pc_type_node(), (head) + (0), (long long)(1), "head[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_4, sizeof pc_roots_4 / sizeof pc_roots_4[0], 0, __FILE__, __LINE__); }
 { const pc_root pc_roots_4[] = {{pc_type_node(), (head) + (0), (long long)(1), "head[0:1]", PC_TOFROM, NULL}, {pc_type_node(), &(local), 1, "local", PC_FROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_4, sizeof pc_roots_4 / sizeof pc_roots_4[0], PC_AUTO, __FILE__, __LINE__); } _Pragma("acc enter data copyin(head[0:1]) create(local)")
_Pragma("acc exit data copyout(head[0:1]) delete(local)") { const pc_root pc_roots_4[] = {{pc_type_node(), (head) + (0), (long long)(1), "head[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_4, sizeof pc_roots_4 / sizeof pc_roots_4[0], 0, __FILE__, __LINE__); } { const pc_root pc_roots_4[] = {{pc_type_node(), &(local), 1, "local", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_4, sizeof pc_roots_4 / sizeof pc_roots_4[0], PC_DELETE, __FILE__, __LINE__); }
 { const pc_root pc_roots_4[] = {{pc_type_node(), (head) + (0), (long long)(1), "head[0:1]", PC_TO, NULL}, {pc_type_node(), &(local), 1, "local", PC_FROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_4, sizeof pc_roots_4 / sizeof pc_roots_4[0], PC_AUTO, __FILE__, __LINE__); { _Pragma("acc parallel loop copyin(head[0:1]) copyout(local) create(x[0:n])")
    for (int i = 0; i < 1; i++)
        local.data[i] = head->data[i]; } (void)pc_deepcopy_exit(pc_roots_4, sizeof pc_roots_4 / sizeof pc_roots_4[0], 0, __FILE__, __LINE__); }
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
