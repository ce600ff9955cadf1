// In C++ an object ends the region on every way out, an exception included; types in namespaces, bases, templates.
#include <cstdio>
#include <stdexcept>
#include <pointerchain/deepcopy.h>
namespace mesh {
struct base { int n; double *x; };
struct cell : base { cell *next; };
template <class T> struct array { T *data; unsigned long size; };



 typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_mesh_cell(); static const pc_type *pc_type_double(); static long long pc_count_mesh_base_x(const void *pc_owner) { const mesh::base *pc_self = static_cast<const mesh::base *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_mesh_cell_next(const void *pc_owner) { const mesh::cell *pc_self = static_cast<const mesh::cell *>(pc_owner); return (long long)(pc_self->next != nullptr); } _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"") static const pc_type *pc_type_mesh_cell() { static const pc_pointer pc_list[] = {{"x", offsetof(mesh::cell, x), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_mesh_base_x, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"next", offsetof(mesh::cell, next), 1, 0, 0, 0, PC_OWNED, pc_type_mesh_cell, pc_count_mesh_cell_next, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"mesh::cell", sizeof(mesh::cell), alignof(mesh::cell), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } _Pragma("GCC diagnostic pop") static const pc_type *pc_type_double() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } int sum(cell *first, bool fail)
{
    int total = 0;
const pc_root pc_roots[] = {{pc_type_mesh_cell(), (first), 1, "first", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots, sizeof pc_roots / sizeof pc_roots[0], PC_AUTO, __FILE__, __LINE__); struct pc_roots_guard { const pc_root *roots; size_t count; bool on; void out() { if (on) { on = false; (void)pc_deepcopy_exit(roots, count, 0, __FILE__, __LINE__); } } ~pc_roots_guard() { out(); } } pc_roots_end = {pc_roots, sizeof pc_roots / sizeof pc_roots[0], true};
    auto count = [&](const cell *at) { total += at->n; return total; };
    for (cell *at = first; at; at = at->next)
        if (count(at) > 5 && fail) throw std::runtime_error("many");
pc_roots_end.out();
    return total;
}
}


 static const pc_type *pc_type_mesh_array_double(); static const pc_type *pc_type_double_2(); static long long pc_count_mesh_array_double_data(const void *pc_owner) { const mesh::array<double> *pc_self = static_cast<const mesh::array<double> *>(pc_owner); return (long long)((0LL + pc_self->size)); } static const pc_type *pc_type_mesh_array_double() { static const pc_pointer pc_list[] = {{"data", offsetof(mesh::array<double>, data), 1, 0, 0, 0, PC_OWNED, pc_type_double_2, pc_count_mesh_array_double_data, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"mesh::array<double>", sizeof(mesh::array<double>), alignof(mesh::array<double>), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static const pc_type *pc_type_double_2() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, NULL}; return &pc_this; } static double first_of(mesh::array<double> &a)
{
{ const pc_root pc_roots_2[] = {{pc_type_mesh_array_double(), &(a), 1, "a", PC_TOFROM, NULL}}; (void)pc_deepcopy_enter(pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0], PC_AUTO, __FILE__, __LINE__); struct pc_roots_2_guard { const pc_root *roots; size_t count; ~pc_roots_2_guard() { (void)pc_deepcopy_exit(roots, count, 0, __FILE__, __LINE__); } } pc_roots_2_end = {pc_roots_2, sizeof pc_roots_2 / sizeof pc_roots_2[0]}; (void)pc_roots_2_end;
    if (a.size > 1) return a.data[0];
}
    return 0;
}

int main()
{
    mesh::cell last, first;
    last.n = 0, last.x = nullptr, last.next = nullptr;
    first.n = 0, first.x = nullptr, first.next = &last;
    std::printf("%d\n", mesh::sum(&first, false));
    double x[2] = {4, 5};
    mesh::array<double> a = {x, 2};
    std::printf("%g\n", first_of(a));
    return 0;
}
