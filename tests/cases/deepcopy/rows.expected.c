// Copies that begin at pointers to pointers.
// also: openacc openmp
#include <stdio.h>

struct cell { int n; double *x; };
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double_ptr(void); static const pc_type *pc_type_cell_ptr(void); static const pc_type *pc_type_double(void); static const pc_type *pc_type_cell(void); static __thread const long long *pc_lengths_2; static long long pc_count_row_0(const void *pc_owner) { (void)pc_owner; return pc_lengths_2[0]; } static long long pc_count_cell_x(const void *pc_owner) { const struct cell *pc_self = (const struct cell *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_double_ptr(void) { static const pc_pointer pc_list[] = {{"[]", 0, 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_row_0, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"double *", sizeof(double *), __alignof__(double *), pc_list, 1, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_cell_ptr(void) { static const pc_pointer pc_list[] = {{"[]", 0, 1, 0, 0, 0, PC_OWNED, pc_type_cell, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct cell *", sizeof(struct cell *), __alignof__(struct cell *), pc_list, 1, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_cell(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct cell, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_cell_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct cell", sizeof(struct cell), __alignof__(struct cell), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; }  static const pc_type *pc_type_double_ptr_ptr(void); static const pc_type *pc_type_double_ptr_2(void); static long long pc_count_row_1(const void *pc_owner) { (void)pc_owner; return pc_lengths_2[1]; } static const pc_type *pc_type_double_ptr_ptr(void) { static const pc_pointer pc_inner_1 = {"[][]", 0, 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_row_1, NULL, PC_TOFROM, NULL, NULL, NULL, 0}; static const pc_pointer pc_list[] = {{"[]", 0, 1, 0, 0, 0, PC_OWNED, pc_type_double_ptr_2, pc_count_row_0, &pc_inner_1, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"double **", sizeof(double **), __alignof__(double **), pc_list, 1, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double_ptr_2(void) { static const pc_type pc_this = {"double *", sizeof(double *), __alignof__(double *), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double total(double **rows, struct cell **some, double ***cube, int n, int m)
{
    double sum = 0;
{ const pc_root pc_roots[] = {{pc_type_double_ptr(), (rows) + (0), (long long)(n), "rows[0:n][0:m]", PC_TOFROM, NULL}, {pc_type_cell_ptr(), (some) + (1), (long long)(n - 1), "some[1:n - 1]", PC_TOFROM, NULL}}; const long long pc_roots_rows[] = {(long long)(m)}; pc_lengths_2 = pc_roots_rows; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_TCPY, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_double_ptr(), (rows), (long long)(n), "rows[:n][:m]", PC_TOFROM, NULL}}; const long long pc_roots_rows[] = {(long long)(m)}; pc_lengths_2 = pc_roots_rows; (void)pc_deepcopy_update_device(pc_roots, sizeof pc_roots / sizeof pc_roots[0], __FILE__, __LINE__); }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += rows[i][j] + some[i]->x[j];
{ const pc_root pc_roots[] = {{pc_type_double_ptr(), (rows) + (0), (long long)(n), "rows[0:n][0:m]", PC_TOFROM, NULL}, {pc_type_cell_ptr(), (some) + (1), (long long)(n - 1), "some[1:n - 1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_double_ptr_ptr(), (cube) + (0), (long long)(2), "cube[0:2][0:n][0:m + 0]", PC_TOFROM, NULL}}; const long long pc_roots_rows[] = {(long long)(n), (long long)(m + 0)}; pc_lengths_2 = pc_roots_rows; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
    if (cube[1][0][0] > 100)
        { double pc_result = 0; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); return pc_result; }
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return sum;
}

int main(void)
{
    double a[] = {1, 2}, b[] = {3, 4}, *rows[] = {a, b}, **cube[] = {rows, rows};
    struct cell one = {2, a}, two = {2, b}, *some[] = {&one, &two};
{ const pc_root pc_roots_2[] = {{pc_type_cell_ptr(), (some), 2, "some", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__);
    printf("%g\n", total(rows, some, cube, 2, 2));
(void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    return 0;
}
