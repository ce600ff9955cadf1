// Every kind of member: embedded and anonymous structs, arrays, pointers to pointers and to arrays, a flexible
// array, counted_by, observers, what is left out, lengths with macros, constants and bit-fields.
// args: -std=c11 -Wno-attributes -Wno-unknown-attributes -Wno-pedantic -Wno-error=attributes
// compilers: gcc
#include <stdio.h>
#include <stdlib.h>

#define DIMENSIONS 3
#define AT_LEAST(a, b) ((a) > (b) ? (a) : (b))
enum { HALO = 1 };

struct leaf { double *p; unsigned n : 7; char *name __attribute__((__counted_by__(n))); };
typedef struct { double *x; const int n; } traits;
struct tail { int n; struct leaf *leaf; float data[] __attribute__((counted_by(n))); };
typedef struct mesh {
    int n, m;
    struct leaf leaves[4], grid[2][2];
    struct { int inner; struct mesh *child; };
    struct { int count; char *name; } label;
    traits traits;
    struct leaf *cells[8];
    double **rows;
    const double (*matrix)[3];
    struct tail *tail;
    struct mesh *parent;
    double *cursor;
    union { void *any; long number; } tag;
    void (*done)(void);
    FILE *log;
    double *_Atomic latest[2];
} mesh;
#include <pointerchain/deepcopy.h>






 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_mesh(void); static const pc_type *pc_type_double(void); static const pc_type *pc_type_char(void); static const pc_type *pc_type_leaf(void); static const pc_type *pc_type_double_ptr(void); static const pc_type *pc_type_tail(void); static long long pc_count_leaf_p(const void *pc_owner) { const struct leaf *pc_self = (const struct leaf *)pc_owner; return (long long)((0LL + pc_self->n)); } static long long pc_count_leaf_name(const void *pc_owner) { const struct leaf *pc_self = (const struct leaf *)pc_owner; return (long long)((0LL + pc_self->n)); } static long long pc_count_mesh_child(const void *pc_owner) { const struct mesh *pc_self = (const struct mesh *)pc_owner; return (long long)((0LL + pc_self->inner) > 0); } static long long pc_count_mesh_label_name(const void *pc_owner) { const struct mesh *pc_self = (const struct mesh *)pc_owner; return (long long)((0LL + pc_self->label.count) + 1); } static long long pc_count_traits_x(const void *pc_owner) { const traits *pc_self = (const traits *)pc_owner; return (long long)((0LL + pc_self->n) * DIMENSIONS); } static long long pc_count_mesh_rows_1(const void *pc_owner) { const struct mesh *pc_self = (const struct mesh *)pc_owner; return (long long)(AT_LEAST((0LL + pc_self->m), 1)); } static long long pc_count_mesh_rows(const void *pc_owner) { const struct mesh *pc_self = (const struct mesh *)pc_owner; return (long long)((0LL + pc_self->n) + 2 * HALO); } static long long pc_count_mesh_matrix(const void *pc_owner) { const struct mesh *pc_self = (const struct mesh *)pc_owner; if (pc_overflows('*', (long long)((0LL + pc_self->n)), 3LL, 8)) return PC_LENGTH_UNDEFINED; return (long long)((0LL + pc_self->n)) * 3LL; } static long long pc_count_tail_data(const void *pc_owner) { const struct tail *pc_self = (const struct tail *)pc_owner; return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_mesh(void) { static const pc_pointer pc_inner_rows_1 = {"rows[]", 0, 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_mesh_rows_1, NULL, PC_TOFROM, NULL, NULL, NULL, 0}; static const pc_pointer pc_list[] = {{"leaves[].p", offsetof(struct mesh, leaves[0].p), sizeof(((struct mesh *)0)->leaves) / sizeof(((struct mesh *)0)->leaves[0]), sizeof(((struct mesh *)0)->leaves[0]), offsetof(struct mesh, leaves[0]), sizeof(((struct mesh *)0)->leaves[0]), PC_OWNED, pc_type_double, pc_count_leaf_p, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"leaves[].name", offsetof(struct mesh, leaves[0].name), sizeof(((struct mesh *)0)->leaves) / sizeof(((struct mesh *)0)->leaves[0]), sizeof(((struct mesh *)0)->leaves[0]), offsetof(struct mesh, leaves[0]), sizeof(((struct mesh *)0)->leaves[0]), PC_OWNED, pc_type_char, pc_count_leaf_name, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"grid[].p", offsetof(struct mesh, grid[0][0].p), sizeof(((struct mesh *)0)->grid) / sizeof(((struct mesh *)0)->grid[0][0]), sizeof(((struct mesh *)0)->grid[0][0]), offsetof(struct mesh, grid[0][0]), sizeof(((struct mesh *)0)->grid[0][0]), PC_OWNED, pc_type_double, pc_count_leaf_p, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"grid[].name", offsetof(struct mesh, grid[0][0].name), sizeof(((struct mesh *)0)->grid) / sizeof(((struct mesh *)0)->grid[0][0]), sizeof(((struct mesh *)0)->grid[0][0]), offsetof(struct mesh, grid[0][0]), sizeof(((struct mesh *)0)->grid[0][0]), PC_OWNED, pc_type_char, pc_count_leaf_name, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"child", offsetof(struct mesh, child), 1, 0, 0, 0, PC_OWNED, pc_type_mesh, pc_count_mesh_child, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"label.name", offsetof(struct mesh, label.name), 1, 0, 0, 0, PC_OWNED, pc_type_char, pc_count_mesh_label_name, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"traits.x", offsetof(struct mesh, traits.x), 1, 0, offsetof(struct mesh, traits), 0, PC_OWNED, pc_type_double, pc_count_traits_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"cells[]", offsetof(struct mesh, cells[0]), sizeof(((struct mesh *)0)->cells) / sizeof(((struct mesh *)0)->cells[0]), sizeof(((struct mesh *)0)->cells[0]), 0, 0, PC_OWNED, pc_type_leaf, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"rows", offsetof(struct mesh, rows), 1, 0, 0, 0, PC_OWNED, pc_type_double_ptr, pc_count_mesh_rows, &pc_inner_rows_1, PC_TOFROM, NULL, NULL, NULL, 0}, {"matrix", offsetof(struct mesh, matrix), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_mesh_matrix, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"tail", offsetof(struct mesh, tail), 1, 0, 0, 0, PC_OWNED, pc_type_tail, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"parent", offsetof(struct mesh, parent), 1, 0, 0, 0, PC_OBSERVER, pc_type_mesh, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"cursor", offsetof(struct mesh, cursor), 1, 0, 0, 0, PC_OBSERVER, pc_type_double, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"done", offsetof(struct mesh, done), 1, 0, 0, 0, PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"log", offsetof(struct mesh, log), 1, 0, 0, 0, PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"latest[]", offsetof(struct mesh, latest), sizeof(((struct mesh *)0)->latest) / (sizeof(void *)), sizeof(void *), 0, 0, PC_SKIPPED, NULL, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_custom pc_customs[] = {{"tag", offsetof(struct mesh, tag), 1, 0, 0, 0, sizeof(((struct mesh *)0)->tag), 1, NULL, NULL, "host"}}; static const pc_type pc_this = {"struct mesh", sizeof(struct mesh), __alignof__(struct mesh), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, pc_customs, sizeof pc_customs / sizeof pc_customs[0], NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_char(void) { static const pc_type pc_this = {"char", sizeof(char), __alignof__(char), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_leaf(void) { static const pc_pointer pc_list[] = {{"p", offsetof(struct leaf, p), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_leaf_p, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"name", offsetof(struct leaf, name), 1, 0, 0, 0, PC_OWNED, pc_type_char, pc_count_leaf_name, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct leaf", sizeof(struct leaf), __alignof__(struct leaf), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double_ptr(void) { static const pc_type pc_this = {"double *", sizeof(double *), __alignof__(double *), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_tail(void) { static const pc_pointer pc_list[] = {{"leaf", offsetof(struct tail, leaf), 1, 0, 0, 0, PC_OWNED, pc_type_leaf, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"struct tail", sizeof(struct tail), __alignof__(struct tail), pc_list, sizeof pc_list / sizeof pc_list[0], offsetof(struct tail, data), sizeof(((struct tail *)0)->data[0]), pc_count_tail_data, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static int walk(mesh *all, int count)
{
{ const pc_root pc_roots[] = {{pc_type_mesh(), (all) + (0), (long long)(count), "all[0:count]", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
    for (int i = 0; i < count; i++)
        all[i].m += all[i].n;
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return all->m;
}

int main(void)
{
    mesh one = {.n = 0, .m = 1};
    printf("%d\n", walk(&one, 1));
    return 0;
}
