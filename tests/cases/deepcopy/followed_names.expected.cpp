// What is tested for null is named as any place names it, also where a macro's body follows the pointer.
#include <cstdio>

namespace n {
struct limits { int n; };
static limits *global;
#define MOST n::global->n
struct data { limits *own; double *a, *b, *c; };

}
#include <pointerchain/deepcopy.h>
 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_n_data(); static const pc_type *pc_type_n_limits(); static const pc_type *pc_type_double(); static long long pc_count_n_data_a(const void *pc_owner) { (void)pc_owner; if (!::n::global) return PC_LENGTH_UNREADABLE; return (long long)(::n::global->n); } static long long pc_count_n_data_b(const void *pc_owner) { (void)pc_owner; if (!::n::global) return PC_LENGTH_UNREADABLE; return (long long)(MOST); } static long long pc_count_n_data_c(const void *pc_owner) { const n::data *pc_self = static_cast<const n::data *>(pc_owner); if (!pc_self->own) return PC_LENGTH_UNREADABLE; return (long long)((*static_cast<::n::limits *>(pc_self->own)).n); } static const pc_type *pc_type_n_data() { static const pc_pointer pc_list[] = {{"own", offsetof(n::data, own), 1, 0, 0, 0, PC_OWNED, pc_type_n_limits, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"a", offsetof(n::data, a), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_n_data_a, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"b", offsetof(n::data, b), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_n_data_b, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"c", offsetof(n::data, c), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_n_data_c, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"n::data", sizeof(n::data), alignof(n::data), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_n_limits() { static const pc_type pc_this = {"n::limits", sizeof(n::limits), alignof(n::limits), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static int walk(n::data *all)
{
{ const pc_root pc_roots[] = {{pc_type_n_data(), (all), 1, "all", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_n_data(), (all), 1, "all", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return all->a != nullptr;
}

int main()
{
    static n::data one;
    std::printf("%d %d\n", walk(&one), n::global != nullptr);
    return 0;
}
