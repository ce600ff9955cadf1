// C++: a member of a class that no offsetof is made for, of a base, of an instance with a comma, behind a smart
// pointer, of an unwritten 'this', and one that is a reference.
#include <cstdio>

namespace n {
struct Base { int k; double *q; };
struct Derived : Base { double *z; double *&r; explicit Derived(double *&a) : Base{1, a}, z(a), r(a) {} };
template <class T, int N> struct Array { T *d; int m; };
template <class T> struct To { T *p; T *operator->() const { return p; } };
template <class T> struct Twice { To<T> to; To<T> operator->() const { return to; } };
struct Own { double *w; int m; double sum(); };
class Same { public: double *s; };
typedef struct { double *t; } Unnamed;
}
#include <pointerchain/deepcopy.h>

 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_double(); static const pc_type *pc_type_double() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } double n::Own::sum()
{
    double out = 0;
{ double *pc_w = this->w;
{ const pc_root pc_roots[] = {{pc_type_double(), (pc_w) + (0), (long long)(m), "w[0:m]", PC_TOFROM, reinterpret_cast<const char *>(this) + offsetof(struct n::Own, w)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_double(), (pc_w) + (0), (long long)(m), "w[0:m]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    out += pc_w[0];
}
    return out;
}

static double same(n::Same *Same, n::Unnamed *given)
{
    using namespace n;
{ const pc_root pc_roots[] = {{pc_type_double(), (Same->s) + (0), (long long)(1), "Same->s[0:1]", PC_TOFROM, reinterpret_cast<const char *>(Same) + offsetof(class n::Same, s)}, {pc_type_double(), (given->t) + (0), (long long)(1), "given->t[0:1]", PC_TOFROM, reinterpret_cast<const char *>(given) + offsetof(n::Unnamed, t)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_double(), (Same->s) + (0), (long long)(1), "Same->s[0:1]", PC_TOFROM, NULL}, {pc_type_double(), (given->t) + (0), (long long)(1), "given->t[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return *Same->s + *given->t;
}

static double twice(n::Twice<n::Base> t, n::To<n::To<n::Base>> *to)
{
{ const pc_root pc_roots[] = {{pc_type_double(), (t->q) + (0), (long long)(1), "t->q[0:1]", PC_TOFROM, reinterpret_cast<const char *>((t).operator->().operator->()) + offsetof(struct n::Base, q)}, {pc_type_double(), (to->p->p->q) + (0), (long long)(1), "to->p->p->q[0:1]", PC_TOFROM, reinterpret_cast<const char *>(to->p->p) + offsetof(struct n::Base, q)}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); }
{ const pc_root pc_roots[] = {{pc_type_double(), (t->q) + (0), (long long)(1), "t->q[0:1]", PC_TOFROM, NULL}, {pc_type_double(), (to->p->p->q) + (0), (long long)(1), "to->p->p->q[0:1]", PC_TOFROM, NULL}}; (void)pc_deepcopy_exit(pc_roots, sizeof pc_roots / sizeof pc_roots[0], 0, __FILE__, __LINE__); }
    return *t->q + *to->p->p->q;
}

static double all(n::Derived *der, n::Array<double, 3> *arr, n::To<n::Base> to)
{
    double out = 0;
{ double *pc_q = der->q; double *pc_d = arr->d; double *pc_q_2 = to->q;
{ _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"") const pc_root pc_roots[] = {{pc_type_double(), (pc_q) + (0), (long long)(1), "der->q[0:1]", PC_TOFROM, reinterpret_cast<const char *>(der) + offsetof(struct n::Derived, q)}, {pc_type_double(), (der->z) + (0), (long long)(1), "der->z[0:1]", PC_TOFROM, reinterpret_cast<const char *>(der) + offsetof(struct n::Derived, z)}, {pc_type_double(), (der->r) + (0), (long long)(1), "der->r[0:1]", PC_TOFROM, NULL}, {pc_type_double(), (pc_d) + (0), (long long)(1), "arr->d[0:1]", PC_TOFROM, reinterpret_cast<const char *>(arr) + __builtin_offsetof(struct n::Array<double, 3>, d)}, {pc_type_double(), (pc_q_2) + (0), (long long)(1), "to->q[0:1]", PC_TOFROM, reinterpret_cast<const char *>((to).operator->()) + offsetof(struct n::Base, q)}}; _Pragma("GCC diagnostic pop") (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); struct pc_roots_guard { const pc_root *roots; size_t count; ~pc_roots_guard() { (void)pc_deepcopy_exit(roots, count, 0, __FILE__, __LINE__); } } pc_roots_end = {pc_roots, sizeof pc_roots / sizeof pc_roots[0]}; (void)pc_roots_end;
    out += pc_q[0] + pc_d[0] + pc_q_2[0];
}
}
    return out;
}

int main()
{
    double value = 1, *p = &value;
    n::Derived der(p);
    n::Array<double, 3> arr = {p, 1};
    n::To<n::Base> to = {&der};
    n::Own own = {p, 1};
    n::Same one = {p};
    n::Unnamed two = {p};
    n::Twice<n::Base> t = {to};
    n::To<n::To<n::Base>> through = {&to};
    std::printf("%g %g %g %g\n", twice(t, &through), same(&one, &two), all(&der, &arr, to), own.sum());
}
