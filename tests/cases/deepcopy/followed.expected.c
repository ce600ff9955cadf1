// What a length certainly dereferences is tested first; what it guards itself, and what is not evaluated, is not.
// also: c++
#include <stdio.h>

struct info { int n, k[3]; struct info *next; };
struct width { int w; };
static struct width own, *global;
#define COUNT(x) ((x)->n)
#define WIDE global->w
#define WIDEST global[0].w
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
typedef struct data {
    int n;
    struct info *info, **rows, in[2];
    double *a, *b, *c, *d, *e, *f, *g, *h, *i, *j, *k, *l, *m, *begin, *end;
    const char *s[2];
} data;
#include <pointerchain/deepcopy.h>






 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 1 ? 1 : -1]; static const pc_type *pc_type_data(void); static const pc_type *pc_type_info(void); static const pc_type *pc_type_info_ptr(void); static const pc_type *pc_type_double(void); static const pc_type *pc_type_char(void); static long long pc_count_data_rows(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; return (long long)((0LL + pc_self->n)); } static long long pc_count_data_a(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; if (!pc_self->info) return PC_LENGTH_UNREADABLE; return (long long)((0LL + pc_self->info->n)); } static long long pc_count_data_b(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; if (!pc_self->info || !pc_self->rows || !(pc_self->rows[(0LL + pc_self->info->n)])) return PC_LENGTH_UNREADABLE; return (long long)((0LL + pc_self->rows[(0LL + pc_self->info->n)]->n)); } static long long pc_count_data_c(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; return (long long)(pc_self->info ? (0LL + pc_self->info->n) : 0); } static long long pc_count_data_d(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; if (!pc_self->info) return PC_LENGTH_UNREADABLE; return (long long)(COUNT(pc_self->info)); } static long long pc_count_data_e(const void *pc_owner) { (void)pc_owner; if (!global) return PC_LENGTH_UNREADABLE; return (long long)(WIDE); } static long long pc_count_data_f(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; if (!pc_self->info || !global) return PC_LENGTH_UNREADABLE; return (long long)(LARGER((0LL + pc_self->info->n), (global + 1)->w)); } static long long pc_count_data_g(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; return (long long)(sizeof(pc_self->info->n)); } static long long pc_count_data_h(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; if (!(pc_self->in[1].next)) return PC_LENGTH_UNREADABLE; return (long long)((0LL + pc_self->in->n) + (0LL + pc_self->in[1].next->k[(0LL + pc_self->n)])); } static long long pc_count_data_i(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; if (!(pc_self->s[0])) return PC_LENGTH_UNREADABLE; return (long long)(*(0LL + pc_self->s[0])); } static long long pc_count_data_j(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; return (long long)(&pc_self->info->k[2] - &pc_self->info->k[1]); } static long long pc_count_data_k(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; if (!pc_self->rows || !(*pc_self->rows)) return PC_LENGTH_UNREADABLE; return (long long)((*pc_self->rows)->n); } static long long pc_count_data_l(const void *pc_owner) { (void)pc_owner; return (long long)((&own)->w); } static long long pc_count_data_m(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; return (long long)((pc_self->info && (0LL + pc_self->info->n)) || (0LL + pc_self->rows[1]->n)); } static long long pc_count_data_begin(const void *pc_owner) { const struct data *pc_self = (const struct data *)pc_owner; return (long long)(pc_self->end - &pc_self->begin[0]); } static long long pc_count_data_end(const void *pc_owner) { (void)pc_owner; if (!global) return PC_LENGTH_UNREADABLE; return (long long)(WIDEST); } static const pc_type *pc_type_data(void) { static const pc_pointer pc_inner_rows_1 = {"rows[]", 0, 1, 0, 0, 0, PC_OWNED, pc_type_info, NULL, NULL}; static const pc_pointer pc_list[] = {{"info", offsetof(struct data, info), 1, 0, 0, 0, PC_OWNED, pc_type_info, NULL, NULL}, {"rows", offsetof(struct data, rows), 1, 0, 0, 0, PC_OWNED, pc_type_info_ptr, pc_count_data_rows, &pc_inner_rows_1}, {"in[].next", offsetof(struct data, in[0].next), sizeof(((struct data *)0)->in) / sizeof(((struct data *)0)->in[0]), sizeof(((struct data *)0)->in[0]), offsetof(struct data, in[0]), sizeof(((struct data *)0)->in[0]), PC_OWNED, pc_type_info, NULL, NULL}, {"a", offsetof(struct data, a), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_a, NULL}, {"b", offsetof(struct data, b), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_b, NULL}, {"c", offsetof(struct data, c), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_c, NULL}, {"d", offsetof(struct data, d), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_d, NULL}, {"e", offsetof(struct data, e), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_e, NULL}, {"f", offsetof(struct data, f), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_f, NULL}, {"g", offsetof(struct data, g), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_g, NULL}, {"h", offsetof(struct data, h), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_h, NULL}, {"i", offsetof(struct data, i), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_i, NULL}, {"j", offsetof(struct data, j), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_j, NULL}, {"k", offsetof(struct data, k), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_k, NULL}, {"l", offsetof(struct data, l), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_l, NULL}, {"m", offsetof(struct data, m), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_m, NULL}, {"begin", offsetof(struct data, begin), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_begin, NULL}, {"end", offsetof(struct data, end), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_data_end, NULL}, {"s[]", offsetof(struct data, s[0]), sizeof(((struct data *)0)->s) / sizeof(((struct data *)0)->s[0]), sizeof(((struct data *)0)->s[0]), 0, 0, PC_OWNED, pc_type_char, NULL, NULL}}; static const pc_type pc_this = {"struct data", sizeof(struct data), __alignof__(struct data), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL}; return &pc_this; } static const pc_type *pc_type_info(void) { static const pc_pointer pc_list[] = {{"next", offsetof(struct info, next), 1, 0, 0, 0, PC_OWNED, pc_type_info, NULL, NULL}}; static const pc_type pc_this = {"struct info", sizeof(struct info), __alignof__(struct info), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL}; return &pc_this; } static const pc_type *pc_type_info_ptr(void) { static const pc_type pc_this = {"struct info *", sizeof(struct info *), __alignof__(struct info *), NULL, 0, 0, 0, NULL}; return &pc_this; } static const pc_type *pc_type_double(void) { static const pc_type pc_this = {"double", sizeof(double), __alignof__(double), NULL, 0, 0, 0, NULL}; return &pc_this; } static const pc_type *pc_type_char(void) { static const pc_type pc_this = {"char", sizeof(char), __alignof__(char), NULL, 0, 0, 0, NULL}; return &pc_this; } static int walk(data *all)
{
{ const pc_root pc_roots[] = {{pc_type_data(), (all), 1, "all"}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__);
    all->n += own.w;
(void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return all->n;
}

int main(void)
{
    static data one;
    one.n = 3;
    printf("%d %d\n", walk(&one), global != NULL);
    return 0;
}
