// Parameters that are arrays of variable length: their elements' size is the compiler's to say.
#include <stdio.h>

struct part { int n; double *x; };
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double(void); static const pc_type *pc_type_part(void); static const pc_type *pc_type_int(void); static long long pc_count_part_x(const void *pc_owner) { const struct part *pc_self = (const struct part *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_part(void) { static const pc_pointer pc_list[] = {{"x", offsetof(struct part, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_part_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct part", sizeof(struct part), __alignof__(struct part), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_int(void) { static const pc_type pc_this = {"int", sizeof(int), __alignof__(int), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double total(int n, int m, double a[n][m], struct part parts[n], double c[][2][m], int q[static 3])
{
    double own[n], sum = 0;
    own[0] = 1;
{ const pc_root pc_roots[] = {{pc_type_double(), (a) + (0), (long long)(n) * (long long)(sizeof((a)[0]) / (sizeof(double))), "a[0:n]", PC_TOFROM, NULL}, {pc_type_part(), (parts) + (0), (long long)(n), "parts[0:n]", PC_TOFROM, NULL}, {pc_type_double(), (c) + (1), (long long)(n - 1) * (long long)(sizeof((c)[0]) / (sizeof(double))), "c[1:n - 1]", PC_TOFROM, NULL}, {pc_type_int(), (q) + (0), (long long)(3), "q[0:3]", PC_TOFROM, NULL}, {pc_type_double(), (own) + (0), (long long)(n), "own[0:n]", PC_TOFROM, NULL}, {pc_type_double(), (a[0]) + (0), (long long)(m), "a[0][0:m]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
    sum = a[n - 1][m - 1] + parts[0].x[0] + c[1][1][m - 1] + q[2] + own[0];
{ const pc_root pc_roots[] = {{pc_type_double(), (a) + (0), (long long)(n) * (long long)(sizeof((a)[0]) / (sizeof(double))), "a[0:n]", PC_TOFROM, NULL}, {pc_type_part(), (parts) + (0), (long long)(n), "parts[0:n]", PC_TOFROM, NULL}, {pc_type_double(), (c) + (1), (long long)(n - 1) * (long long)(sizeof((c)[0]) / (sizeof(double))), "c[1:n - 1]", PC_TOFROM, NULL}, {pc_type_int(), (q) + (0), (long long)(3), "q[0:3]", PC_TOFROM, NULL}, {pc_type_double(), (own) + (0), (long long)(n), "own[0:n]", PC_TOFROM, NULL}, {pc_type_double(), (a[0]) + (0), (long long)(m), "a[0][0:m]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return sum;
}

int main(void)
{
    double a[2][4] = {{0}, {1, 2, 3, 4}}, c[2][2][4] = {{{0}}, {{0}, {0, 0, 0, 8}}};
    struct part parts[2] = {{1, a[1]}, {0, NULL}};
    int q[3] = {0, 0, 3};
    printf("%g\n", total(2, 4, a, parts, c, q));
    return 0;
}
