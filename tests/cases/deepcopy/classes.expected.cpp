// Classes: bases, virtual functions by policy, enumerations, instances of templates, members named without 'this'.
// compilers: clang-19
#include <cstdio>

namespace n {
struct shape { virtual ~shape() {} int n; double *q; };
enum class colour { red };
struct kinds { colour *e; int n; bool *b; unsigned char *c; long double *l; };
struct base { int *a; };
struct derived : base { int *x; int get() const { return hidden; } private: int hidden = 0; };
template <class T> struct instance { T *t; int n; struct inside { T *z; } in; };
class methods { public: int *p; int n; void fill(); int count() const { return n; } };
}
#include <pointerchain/deepcopy.h>







 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_n_shape(); static const pc_type *pc_type_n_kinds(); static const pc_type *pc_type_n_derived(); static const pc_type *pc_type_n_instance_int(); static const pc_type *pc_type_double(); static const pc_type *pc_type_n_colour(); static const pc_type *pc_type_bool(); static const pc_type *pc_type_unsigned_char(); static const pc_type *pc_type_long_double(); static const pc_type *pc_type_int(); static long long pc_count_n_shape_q(const void *pc_owner) { const n::shape *pc_self = static_cast<const n::shape *>(pc_owner); return (long long)((0LL + pc_self->n)); } static int pc_kind_n_shape(const void *pc_object) { const n::shape *pc_self = static_cast<const n::shape *>(pc_object);  return PC_IS_EXACTLY(pc_self, n::shape) ? 0 : -1; } static long long pc_count_n_kinds_e(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_n_kinds_b(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_n_kinds_c(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_n_kinds_l(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_n_base_a(const void *pc_owner) { const n::base *pc_self = static_cast<const n::base *>(pc_owner); return (long long)(pc_self->a ? 1 : 0); } static long long pc_count_n_instance_int_t(const void *pc_owner) { const n::instance<int> *pc_self = static_cast<const n::instance<int> *>(pc_owner); return (long long)((0LL + pc_self->n)); } _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"") static const pc_type *pc_type_n_shape() { static const pc_pointer pc_list[] = {{"q", offsetof(n::shape, q), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_n_shape_q, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type_function pc_kinds[] = {pc_type_n_shape}; static const pc_type pc_this = {"n::shape", sizeof(n::shape), alignof(n::shape), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, pc_kinds, 1, pc_kind_n_shape, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } _Pragma("GCC diagnostic pop") static const pc_type *pc_type_n_kinds() { static const pc_pointer pc_list[] = {{"e", offsetof(n::kinds, e), 1, 0, 0, 0, PC_OWNED, pc_type_n_colour, pc_count_n_kinds_e, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"b", offsetof(n::kinds, b), 1, 0, 0, 0, PC_OWNED, pc_type_bool, pc_count_n_kinds_b, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"c", offsetof(n::kinds, c), 1, 0, 0, 0, PC_OWNED, pc_type_unsigned_char, pc_count_n_kinds_c, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"l", offsetof(n::kinds, l), 1, 0, 0, 0, PC_OWNED, pc_type_long_double, pc_count_n_kinds_l, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"n::kinds", sizeof(n::kinds), alignof(n::kinds), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"") static const pc_type *pc_type_n_derived() { static const pc_pointer pc_list[] = {{"a", offsetof(n::derived, a), 1, 0, 0, 0, PC_OWNED, pc_type_int, pc_count_n_base_a, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"x", offsetof(n::derived, x), 1, 0, 0, 0, PC_OWNED, pc_type_int, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"n::derived", sizeof(n::derived), alignof(n::derived), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } _Pragma("GCC diagnostic pop") static const pc_type *pc_type_n_instance_int() { static const pc_pointer pc_list[] = {{"t", offsetof(n::instance<int>, t), 1, 0, 0, 0, PC_OWNED, pc_type_int, pc_count_n_instance_int_t, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"in.z", offsetof(n::instance<int>, in.z), 1, 0, offsetof(n::instance<int>, in), 0, PC_OWNED, pc_type_int, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"n::instance<int>", sizeof(n::instance<int>), alignof(n::instance<int>), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_n_colour() { static const pc_type pc_this = {"n::colour", sizeof(n::colour), alignof(n::colour), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_bool() { static const pc_type pc_this = {"bool", sizeof(bool), alignof(bool), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_unsigned_char() { static const pc_type pc_this = {"unsigned char", sizeof(unsigned char), alignof(unsigned char), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_long_double() { static const pc_type pc_this = {"long double", sizeof(long double), alignof(long double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_int() { static const pc_type pc_this = {"int", sizeof(int), alignof(int), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static void send(n::shape *shape, n::kinds *kinds, n::derived *derived, n::instance<int> &instance)
{
{ const pc_root pc_roots[] = {{pc_type_n_shape(), (shape), 1, "shape", PC_TOFROM, NULL}, {pc_type_n_kinds(), (kinds), 1, "kinds", PC_TOFROM, NULL}, {pc_type_n_derived(), (derived), 1, "derived", PC_TOFROM, NULL}, {pc_type_n_instance_int(), &(instance), 1, "instance", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_n_shape(), (shape), 1, "shape", PC_TOFROM, NULL}, {pc_type_n_kinds(), (kinds), 1, "kinds", PC_TOFROM, NULL}, {pc_type_n_derived(), (derived), 1, "derived", PC_TOFROM, NULL}, {pc_type_n_instance_int(), &(instance), 1, "instance", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    (void)shape, (void)kinds, (void)derived, (void)instance;
}

template <class T> static void send_any(T *, n::kinds *kinds)
{
{ const pc_root pc_roots[] = {{pc_type_n_kinds(), (kinds), 1, "kinds", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_n_kinds(), (kinds), 1, "kinds", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    (void)kinds;
}

void n::methods::fill()
{
{ const pc_root pc_roots[] = {{pc_type_int(), (p) + (0), (long long)(n), "p[0:n]", PC_TOFROM, reinterpret_cast<const char *>(this) + offsetof(class n::methods, p)}, {pc_type_int(), (this->p) + (1), (long long)(n - 1), "this->p[1:n - 1]", PC_TOFROM, reinterpret_cast<const char *>(this) + offsetof(class n::methods, p)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_BASE, __FILE__, __LINE__); struct pc_roots_guard { const pc_root *roots; size_t count; ~pc_roots_guard() { (void)pc_deepcopy_exit(roots, count, 0, __FILE__, __LINE__); } } pc_roots_end = {pc_roots, sizeof pc_roots / sizeof pc_roots[0]}; (void)pc_roots_end;
    p[0] = n;
}
}

extern "C" { static const pc_type *pc_type_n_kinds_2(); static const pc_type *pc_type_n_colour_2(); static const pc_type *pc_type_bool_2(); static const pc_type *pc_type_unsigned_char_2(); static const pc_type *pc_type_long_double_2(); static long long pc_count_n_kinds_e_2(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_n_kinds_b_2(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_n_kinds_c_2(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_n_kinds_l_2(const void *pc_owner) { const n::kinds *pc_self = static_cast<const n::kinds *>(pc_owner); return (long long)((0LL + pc_self->n)); } static const pc_type *pc_type_n_kinds_2() { static const pc_pointer pc_list[] = {{"e", offsetof(n::kinds, e), 1, 0, 0, 0, PC_OWNED, pc_type_n_colour_2, pc_count_n_kinds_e_2, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"b", offsetof(n::kinds, b), 1, 0, 0, 0, PC_OWNED, pc_type_bool_2, pc_count_n_kinds_b_2, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"c", offsetof(n::kinds, c), 1, 0, 0, 0, PC_OWNED, pc_type_unsigned_char_2, pc_count_n_kinds_c_2, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"l", offsetof(n::kinds, l), 1, 0, 0, 0, PC_OWNED, pc_type_long_double_2, pc_count_n_kinds_l_2, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"n::kinds", sizeof(n::kinds), alignof(n::kinds), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_n_colour_2() { static const pc_type pc_this = {"n::colour", sizeof(n::colour), alignof(n::colour), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_bool_2() { static const pc_type pc_this = {"bool", sizeof(bool), alignof(bool), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_unsigned_char_2() { static const pc_type pc_this = {"unsigned char", sizeof(unsigned char), alignof(unsigned char), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_long_double_2() { static const pc_type pc_this = {"long double", sizeof(long double), alignof(long double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } 
static void plain(n::kinds *kinds)
{
{ const pc_root pc_roots_2[] = {{pc_type_n_kinds_2(), (kinds), 1, "kinds", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots_2[] = {{pc_type_n_kinds_2(), (kinds), 1, "kinds", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], 0, __FILE__, __LINE__); }
    (void)kinds;
}
}

int main()
{
    n::methods m;
    int x[2] = {1, 2};
    m.p = x, m.n = 2;
    m.fill();
    n::instance<int> none = {nullptr, 0, {nullptr}};
    n::derived derived;
    send_any(&m, nullptr);
    plain(nullptr);
    send(nullptr, nullptr, nullptr, none);
    std::printf("%d %d\n", x[0], m.count() + derived.get());
    return 0;
}
