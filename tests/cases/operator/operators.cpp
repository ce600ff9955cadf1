// Overloaded operators on hoisted class values and through hoisted pointers.
#include <cstdio>

struct vec {
    double x, y;
    vec &operator+=(const vec &o) { x += o.x; y += o.y; return *this; }
    friend vec operator*(double k, const vec &v) { return {k * v.x, k * v.y}; }
    double operator[](int i) const { return i ? y : x; }
};
struct atoms { vec *r; vec center; };
struct sim { atoms *a; };

int main()
{
    vec r[] = {{1, 2}, {3, 4}};
    atoms a = {r, {0, 0}};
    sim store = {&a}, *s = &store;
    double total = 0;
#pragma pointerchain region begin declare(s->a->r, s->a->center)
    for (int i = 0; i < 2; i++)
        s->a->center += 0.5 * s->a->r[i];
    s->a->r[0] += s->a->center;
    total = s->a->center[1] + s->a->r[0][0];
#pragma pointerchain region end
    std::printf("%g %g %g %g\n", total, a.center.x, a.center.y, r[0].y);
    return 0;
}
