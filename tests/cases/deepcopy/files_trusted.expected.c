// A length that is read through a pointer is taken from a file only where the directive trusts it; without the clause this
// read would end the program.
// compilers: gcc
#include <stdio.h>
#include <stdlib.h>

typedef struct Jag { int n; int *len; double **rows; } Jag;
#include <pointerchain/transfer_file.h>

static Jag *made(int n)
{
    Jag *jag = (Jag *)calloc(1, sizeof *jag);
    jag->n = n;
    jag->len = (int *)calloc((size_t)n, sizeof *jag->len);
    jag->rows = (double **)calloc((size_t)n, sizeof *jag->rows);
    for (int i = 0; i < n; i++) {
        jag->len[i] = 2 * i + 1;
        jag->rows[i] = (double *)calloc((size_t)jag->len[i], sizeof **jag->rows);
        for (int k = 0; k < jag->len[i]; k++) jag->rows[i][k] = i + k;
    }
    return jag;
} typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_Jag(void); static const pc_type *pc_type_int(void); static const pc_type *pc_type_double(void); static const pc_type *pc_type_double_ptr(void); static long long pc_count_Jag_len(const void *pc_owner) { const struct Jag *pc_self = (const struct Jag *)pc_owner; return (long long)((0LL + pc_self->n)); } static long long pc_count_Jag_rows_1(const void *pc_owner) { const struct Jag *pc_self = (const struct Jag *)((const pc_row_owner *)pc_owner)->owner; const long long pc_row = ((const pc_row_owner *)pc_owner)->row; if (!pc_self->len) return PC_LENGTH_UNREADABLE; return (long long)((0LL + pc_self->len[pc_row])); } static long long pc_count_Jag_rows(const void *pc_owner) { const struct Jag *pc_self = (const struct Jag *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_Jag(void) { static const pc_pointer pc_inner_rows_1 = {"rows[]", 0, 1, 0, 0, 1, PC_OWNED, pc_type_double, pc_count_Jag_rows_1, NULL, PC_TOFROM, NULL, NULL, NULL, 0}; static const pc_pointer pc_list[] = {{"len", offsetof(struct Jag, len), 1, 0, 0, 0, PC_OWNED, pc_type_int, pc_count_Jag_len, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"rows", offsetof(struct Jag, rows), 1, 0, 0, 0, PC_OWNED, pc_type_double_ptr, pc_count_Jag_rows, &pc_inner_rows_1, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct Jag", sizeof(struct Jag), __alignof__(struct Jag), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "n i4 @0;len pointer @8;rows pointer @16"}; return &pc_this; } static const pc_type *pc_type_int(void) { static const pc_type pc_this = {"int", sizeof(int), __alignof__(int), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "i4"}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "f8"}; return &pc_this; } static const pc_type *pc_type_double_ptr(void) { static const pc_type pc_this = {"double *", sizeof(double *), __alignof__(double *), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "pointer"}; return &pc_this; } 

int main(void)
{
    Jag *jag = made(3), *copy = made(3);
    FILE *file = tmpfile();
    if (!file) return 1;
{ const pc_root pc_roots[] = {{pc_type_Jag(), (jag), 1, "jag", PC_TOFROM, NULL}}; (void)pc_write_file(pc_roots, sizeof pc_roots / sizeof pc_roots[0], (file), PC_MUST, __FILE__, __LINE__); }
    rewind(file);
{ pc_arrival pc_arrivals[] = {{pc_type_Jag(), (void *)&(copy), 1}}; (void)pc_read_file(pc_arrivals, sizeof pc_arrivals / sizeof pc_arrivals[0], (file), PC_MUST | PC_SEPARATE | PC_TRUSTED, __FILE__, __LINE__); }
    for (int i = 0; i < copy->n; i++)
        for (int k = 0; k < copy->len[i]; k++) printf("%g%c", copy->rows[i][k], k + 1 < copy->len[i] ? ' ' : '\n');
    printf("%d rows\n", jag->n);
    return fclose(file) != 0;
}
