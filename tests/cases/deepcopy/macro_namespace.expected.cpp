// Namespaces that macros open, numbers among a template's arguments, scoped enumerations in lengths.
#include <cstdio>

#define OPEN namespace lib { namespace v2 {
#define CLOSE } }
#define WIDTH 4
OPEN
static const int WIDE = WIDTH * 2;
template <typename T, int N> struct small { T *p; int k; static const int n = N; };
enum class axis : unsigned char { X, Y, Z };
struct use { small<float, 3> s; small<double, 5> t[2]; use *next; axis last; double *by_axis; };



CLOSE
#include <pointerchain/deepcopy.h>
 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_lib_v2_use(); static const pc_type *pc_type_float(); static const pc_type *pc_type_double(); static long long pc_count_lib_v2_small_float_3_p(const void *pc_owner) { const lib::v2::small<float, 3> *pc_self = static_cast<const lib::v2::small<float, 3> *>(pc_owner); return (long long)((0LL + pc_self->k) * ::lib::v2::WIDE); } static long long pc_count_lib_v2_small_double_5_p(const void *pc_owner) { (void)pc_owner; return (long long)(::lib::v2::small<double, 5>::n); } PC_ANY_ENUMERATOR static long long pc_count_lib_v2_use_by_axis(const void *pc_owner) { const lib::v2::use *pc_self = static_cast<const lib::v2::use *>(pc_owner); return (long long)(static_cast<int>(pc_self->last) + 1); } static const pc_type *pc_type_lib_v2_use() { static const pc_pointer pc_list[] = {{"s.p", offsetof(lib::v2::use, s.p), 1, 0, offsetof(lib::v2::use, s), 0, PC_OWNED, pc_type_float, pc_count_lib_v2_small_float_3_p, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"t[].p", offsetof(lib::v2::use, t[0].p), sizeof(static_cast<lib::v2::use *>(nullptr)->t) / sizeof(static_cast<lib::v2::use *>(nullptr)->t[0]), sizeof(static_cast<lib::v2::use *>(nullptr)->t[0]), offsetof(lib::v2::use, t[0]), sizeof(static_cast<lib::v2::use *>(nullptr)->t[0]), PC_OWNED, pc_type_double, pc_count_lib_v2_small_double_5_p, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"next", offsetof(lib::v2::use, next), 1, 0, 0, 0, PC_OWNED, pc_type_lib_v2_use, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"by_axis", offsetof(lib::v2::use, by_axis), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_lib_v2_use_by_axis, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"lib::v2::use", sizeof(lib::v2::use), alignof(lib::v2::use), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_float() { static const pc_type pc_this = {"float", sizeof(float), alignof(float), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double first(lib::v2::use *use)
{
    double sum = 0;
{ const pc_root pc_roots[] = {{pc_type_lib_v2_use(), (use), 1, "use", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); struct pc_roots_guard { const pc_root *roots; size_t count; ~pc_roots_guard() { (void)pc_deepcopy_exit(roots, count, 0, __FILE__, __LINE__); } } pc_roots_end = {pc_roots, sizeof pc_roots / sizeof pc_roots[0]}; (void)pc_roots_end;
    sum = use->s.p[7] + use->t[1].p[4] + use->by_axis[2];
}
    return sum;
}

int main()
{
    float s[8] = {0, 0, 0, 0, 0, 0, 0, 1};
    double t[5] = {0, 0, 0, 0, 2}, by_axis[3] = {0, 0, 3};
    lib::v2::use use = {{s, 1}, {{t, 0}, {t, 0}}, nullptr, lib::v2::axis::Z, by_axis};
    std::printf("%g\n", first(&use));
}
