// Class hierarchies in a file: objects of several classes behind pointers to their base, shared, observed, in rows,
// in the middle of an array of one class, and as the root.
// compilers: gcc
#include <cstdio>
#include <cstdlib>

#include <pointerchain/transfer_file.h>

enum Kind { PLAIN, CIRCLE, POLYGON };
struct Shape { Kind kind; int id; Shape *next; };
struct Circle : Shape { double radius; Shape *inner; };
struct Polygon : Shape { int n; double *corners; };






struct Picture { int n; Shape **shapes; Circle *dots; int ndots; Shape *first, *marked; };



static int ids;
template <class T> static T *made(Kind kind, Shape *next)
{
    T *one = static_cast<T *>(std::calloc(1, sizeof(T)));
    one->kind = kind;
    one->id = ++ids;
    one->next = next;
    return one;
}

static void show(const Shape *shape)
{
    if (!shape) {
        std::printf(" none");
    } else if (shape->kind == CIRCLE) {
        const Circle *circle = static_cast<const Circle *>(shape);
        std::printf(" circle %d of %g around %d", shape->id, circle->radius, circle->inner ? circle->inner->id : 0);
    } else if (shape->kind == POLYGON) {
        const Polygon *polygon = static_cast<const Polygon *>(shape);
        std::printf(" polygon %d", shape->id);
        for (int i = 0; i < polygon->n; ++i) std::printf(" %g", polygon->corners[i]);
    } else {
        std::printf(" shape %d", shape->id);
    }
}

static void show(const Picture *picture)
{
    for (int i = 0; i < picture->n; ++i) {
        std::printf("%d:", i);
        show(picture->shapes[i]);
        std::printf(", next");
        show(picture->shapes[i] ? picture->shapes[i]->next : nullptr);
        std::printf("\n");
    }
    std::printf("first %d, marked dot %d\n", picture->first == picture->shapes[0],
                static_cast<int>(static_cast<const Circle *>(picture->marked) - picture->dots));
    std::printf("again %d, dot %d\n", picture->shapes[0] == picture->shapes[3]->next,
                static_cast<int>(static_cast<const Circle *>(picture->shapes[4]) - picture->dots));
} typedef char pc_descriptor_version[PC_DESCRIPTOR_VERSION == 4 ? 1 : -1]; static const pc_type *pc_type_Circle(); static const pc_type *pc_type_Picture(); static const pc_type *pc_type_Shape(); static const pc_type *pc_type_Shape_ptr(); static const pc_type *pc_type_Polygon(); static const pc_type *pc_type_double(); static long long pc_count_Picture_shapes(const void *pc_owner) { const Picture *pc_self = static_cast<const Picture *>(pc_owner); return (long long)((0LL + pc_self->n)); } static long long pc_count_Picture_dots(const void *pc_owner) { const Picture *pc_self = static_cast<const Picture *>(pc_owner); return (long long)((0LL + pc_self->ndots)); } PC_ANY_ENUMERATOR static int pc_when_Shape_0(const void *pc_owner) { const Shape *pc_self = static_cast<const Shape *>(pc_owner); return ((0LL + pc_self->kind) == ::CIRCLE) != 0; } PC_ANY_ENUMERATOR static int pc_when_Shape_1(const void *pc_owner) { const Shape *pc_self = static_cast<const Shape *>(pc_owner); return ((0LL + pc_self->kind) == ::POLYGON) != 0; } static int pc_kind_Shape(const void *pc_object) { if (pc_when_Shape_0(pc_object)) return 0; if (pc_when_Shape_1(pc_object)) return 1; return 2; } static long long pc_count_Polygon_corners(const void *pc_owner) { const Polygon *pc_self = static_cast<const Polygon *>(pc_owner); return (long long)((0LL + pc_self->n)); } _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"") static const pc_type *pc_type_Circle() { static const pc_pointer pc_list[] = {{"next", offsetof(Circle, next), 1, 0, 0, 0, PC_SHARED, pc_type_Shape, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"inner", offsetof(Circle, inner), 1, 0, 0, 0, PC_SHARED, pc_type_Shape, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"Circle", sizeof(Circle), alignof(Circle), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "kind e4{PLAIN=0,CIRCLE=1,POLYGON=2} @0;id i4 @4;next pointer @8;radius f8 @16;inner pointer @24"}; return &pc_this; } _Pragma("GCC diagnostic pop") static const pc_type *pc_type_Picture() { static const pc_pointer pc_inner_shapes_1 = {"shapes[]", 0, 1, 0, 0, 0, PC_SHARED, pc_type_Shape, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}; static const pc_pointer pc_list[] = {{"shapes", offsetof(Picture, shapes), 1, 0, 0, 0, PC_SHARED, pc_type_Shape_ptr, pc_count_Picture_shapes, &pc_inner_shapes_1, PC_TOFROM, NULL, NULL, NULL, 0}, {"dots", offsetof(Picture, dots), 1, 0, 0, 0, PC_OWNED, pc_type_Circle, pc_count_Picture_dots, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"first", offsetof(Picture, first), 1, 0, 0, 0, PC_OBSERVER, pc_type_Shape, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"marked", offsetof(Picture, marked), 1, 0, 0, 0, PC_OBSERVER, pc_type_Shape, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"Picture", sizeof(Picture), alignof(Picture), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "n i4 @0;shapes pointer @8;dots pointer @16;ndots i4 @24;first pointer @32;marked pointer @40"}; return &pc_this; } static const pc_type *pc_type_Shape() { static const pc_pointer pc_list[] = {{"next", offsetof(Shape, next), 1, 0, 0, 0, PC_SHARED, pc_type_Shape, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type_function pc_kinds[] = {pc_type_Circle, pc_type_Polygon, pc_type_Shape}; static const pc_type pc_this = {"Shape", sizeof(Shape), alignof(Shape), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, pc_kinds, 3, pc_kind_Shape, NULL, 0, NULL, 0, NULL, "kind e4{PLAIN=0,CIRCLE=1,POLYGON=2} @0;id i4 @4;next pointer @8"}; return &pc_this; } static const pc_type *pc_type_Shape_ptr() { static const pc_type pc_this = {"Shape *", sizeof(Shape *), alignof(Shape *), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "pointer"}; return &pc_this; } _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Winvalid-offsetof\"") static const pc_type *pc_type_Polygon() { static const pc_pointer pc_list[] = {{"next", offsetof(Polygon, next), 1, 0, 0, 0, PC_SHARED, pc_type_Shape, NULL, NULL, PC_TOFROM, NULL, NULL, NULL, 0}, {"corners", offsetof(Polygon, corners), 1, 0, 0, 0, PC_OWNED, pc_type_double, pc_count_Polygon_corners, NULL, PC_TOFROM, NULL, NULL, NULL, 0}}; static const pc_type pc_this = {"Polygon", sizeof(Polygon), alignof(Polygon), pc_list, sizeof pc_list / sizeof pc_list[0], 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "kind e4{PLAIN=0,CIRCLE=1,POLYGON=2} @0;id i4 @4;next pointer @8;n i4 @16;corners pointer @24"}; return &pc_this; } _Pragma("GCC diagnostic pop") static const pc_type *pc_type_double() { static const pc_type pc_this = {"double", sizeof(double), alignof(double), NULL, 0, 0, 0, NULL, NULL, 0, NULL, NULL, 0, NULL, 0, NULL, "f8"}; return &pc_this; } 

int main()
{
    Picture picture = {5, nullptr, nullptr, 3, nullptr, nullptr}, *const from = &picture, *copy = from;
    Circle *circle = made<Circle>(CIRCLE, nullptr);
    Polygon *polygon = made<Polygon>(POLYGON, circle);
    double corners[] = {1, 2, 3};
    circle->radius = 7;
    circle->inner = polygon; // a ring through two classes
    polygon->n = 3;
    polygon->corners = corners;
    Circle dots[3] = {};
    for (int i = 0; i < 3; ++i) dots[i].kind = CIRCLE, dots[i].id = 100 + i, dots[i].radius = i;
    dots[0].next = polygon;
    Shape *shapes[5] = {circle, nullptr, polygon, made<Shape>(PLAIN, circle), &dots[1]};
    picture.shapes = shapes;
    picture.dots = dots;
    picture.first = circle;
    picture.marked = &dots[2];
    std::FILE *file = std::tmpfile();
{ const pc_root pc_roots[] = {{pc_type_Circle(), (dots) + (0), (long long)(3), "dots[0:3]", PC_TOFROM, NULL}, {pc_type_Picture(), (from), 1, "from", PC_TOFROM, NULL}}; (void)pc_write_file(pc_roots, sizeof pc_roots / sizeof pc_roots[0], (file), PC_MUST, __FILE__, __LINE__); }
    std::rewind(file);
    Circle *array = dots;
{ pc_arrival pc_arrivals[] = {{pc_type_Circle(), const_cast<void *>(static_cast<const void *>(__builtin_addressof(array))), (long long)(3)}, {pc_type_Picture(), const_cast<void *>(static_cast<const void *>(__builtin_addressof(copy))), 1}}; (void)pc_read_file(pc_arrivals, sizeof pc_arrivals / sizeof pc_arrivals[0], (file), PC_MUST, __FILE__, __LINE__); }
    show(from);
    show(copy);
    std::printf("%d\n", copy->dots == array);
    if (array != dots) pc_free(array);
    std::rewind(file);
    Shape *root = polygon;
{ const pc_root pc_roots[] = {{pc_type_Shape(), (root), 1, "root", PC_TOFROM, NULL}}; (void)pc_write_file(pc_roots, sizeof pc_roots / sizeof pc_roots[0], (file), PC_MUST, __FILE__, __LINE__); }
    std::rewind(file);
{ pc_arrival pc_arrivals[] = {{pc_type_Shape(), const_cast<void *>(static_cast<const void *>(__builtin_addressof(root))), 1}}; (void)pc_read_file(pc_arrivals, sizeof pc_arrivals / sizeof pc_arrivals[0], (file), PC_MUST, __FILE__, __LINE__); }
    show(root);
    show(root->next);
    std::printf("\n");
    if (root != polygon) pc_free(root);
    std::fclose(file);
    std::free(shapes[3]);
    std::free(polygon);
    std::free(circle);
}
