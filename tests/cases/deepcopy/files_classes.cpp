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
#pragma pointerchain shape(Shape: next[1])
#pragma pointerchain shape(Circle: inner[1])
#pragma pointerchain shape(Polygon: corners[n])
#pragma pointerchain policy(Shape: shared(next), dynamic(Circle: kind == CIRCLE, Polygon: kind == POLYGON))
#pragma pointerchain policy(Circle: shared(inner))

struct Picture { int n; Shape **shapes; Circle *dots; int ndots; Shape *first, *marked; };
#pragma pointerchain shape(Picture: shapes[n][1], dots[ndots])
#pragma pointerchain policy(Picture: shared(shapes), observer(first, marked))

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
}

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
#pragma pointerchain deepcopy write(dots[0:3], from) to(file)
    std::rewind(file);
    Circle *array = dots;
#pragma pointerchain deepcopy read(array[0:3], copy) from(file)
    show(from);
    show(copy);
    std::printf("%d\n", copy->dots == array);
    if (array != dots) pc_free(array);
    std::rewind(file);
    Shape *root = polygon;
#pragma pointerchain deepcopy write(root) to(file)
    std::rewind(file);
#pragma pointerchain deepcopy read(root) from(file)
    show(root);
    show(root->next);
    std::printf("\n");
    if (root != polygon) pc_free(root);
    std::fclose(file);
    std::free(shapes[3]);
    std::free(polygon);
    std::free(circle);
}
