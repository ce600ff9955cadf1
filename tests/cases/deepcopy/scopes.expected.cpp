// Lengths mean what they mean at their shape: in its namespace, by its macros.
#include <cstdio>

constexpr int K = 1;
#define THREE 3
#define BASE (K + 1)

namespace inner {
constexpr int K = 2;
enum { E = 4 };
enum class scoped : int { F = 5 };
struct count { short a, b; static constexpr int S = 6; };
struct box { int n; double *x, *y, *z, *u, *v; };


namespace {
struct box2 { int n; float *x; };
constexpr int HIDDEN = 3;

}
}
#include <pointerchain/deepcopy.h>
 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_inner_box(); static const pc_type *pc_type_inner_box2(); static const pc_type *pc_type_double(); static const pc_type *pc_type_float(); static long long pc_count_inner_box_x(const void *pc_owner) { const inner::box *pc_self = static_cast<const inner::box *>(pc_owner); return (long long)((0LL + pc_self->n) * ::inner::K); } static long long pc_count_inner_box_y(const void *pc_owner) { const inner::box *pc_self = static_cast<const inner::box *>(pc_owner); return (long long)((0LL + pc_self->n) + ::inner::E); } static long long pc_count_inner_box_z(const void *pc_owner) { (void)pc_owner; return (long long)(static_cast<int>(::inner::scoped::F)); } static long long pc_count_inner_box_u(const void *pc_owner) { (void)pc_owner; return (long long)(sizeof(::inner::count) + ::inner::count::S); } static long long pc_count_inner_box_v(const void *pc_owner) { (void)pc_owner; return (long long)(::K + ::inner::K + THREE + BASE); } static long long pc_count_inner_box2_x(const void *pc_owner) { const inner::box2 *pc_self = static_cast<const inner::box2 *>(pc_owner); return (long long)((0LL + pc_self->n) * ::inner::HIDDEN); } static const pc_type *pc_type_inner_box() { static const pc_pointer pc_list[] = {{"x", offsetof(inner::box, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_inner_box_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"y", offsetof(inner::box, y), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_inner_box_y, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"z", offsetof(inner::box, z), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_inner_box_z, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"u", offsetof(inner::box, u), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_inner_box_u, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"v", offsetof(inner::box, v), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_inner_box_v, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"inner::box", sizeof(inner::box), alignof(inner::box), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_inner_box2() { static const pc_pointer pc_list[] = {{"x", offsetof(inner::box2, x), 1, 0, 0, 0, PC_OWNED, pc_type_float, pc_count_inner_box2_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"inner::box2", sizeof(inner::box2), alignof(inner::box2), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_float() { static const pc_type pc_this = {"float", sizeof(float), alignof(float), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double sum(inner::box *box, inner::box2 *hidden)
{
    double out = 0;
{ const pc_root pc_roots[] = {{pc_type_inner_box(), (box), 1, "box", PC_TOFROM, NULL}, {pc_type_inner_box2(), (hidden), 1, "hidden", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); struct pc_roots_guard { const pc_root *roots; size_t count; ~pc_roots_guard() { (void)pc_deepcopy_exit(roots, count, 0, __FILE__, __LINE__); } } pc_roots_end = {pc_roots, sizeof pc_roots / sizeof pc_roots[0]}; (void)pc_roots_end;
    for (int i = 0; i < 4; i++)
        out += box->x[i] + hidden->x[i];
}
    return out;
}

int main()
{
    double x[12] = {1, 2, 3, 4, 5, 6};
    float y[6] = {1, 2, 3, 4};
    inner::box box = {2, x, x, x, x, x};
    inner::box2 hidden = {2, y};
    std::printf("%g\n", sum(&box, &hidden));
}
