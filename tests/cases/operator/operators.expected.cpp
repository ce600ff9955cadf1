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
{ auto pc_a_center = s->a->center; auto *pc_a_r = s->a->r; struct pc_guard_0_t { decltype(pc_a_center) &to0; decltype(pc_a_center) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->center, pc_a_center};
    for (int i = 0; i < 2; i++)
        pc_a_center += 0.5 * pc_a_r[i];
    pc_a_r[0] += pc_a_center;
    total = pc_a_center[1] + pc_a_r[0][0];
}
    std::printf("%g %g %g %g\n", total, a.center.x, a.center.y, r[0].y);
    return 0;
}
