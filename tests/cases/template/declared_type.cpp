// In a template the compiler compares the type of a declare with an instance's.
#include <array>
#include <cstdio>
#include <vector>

template <typename T> struct atoms { std::vector<T> r; std::array<T, 2> box; T *raw; T n; int count; };
template <typename T> struct sim { atoms<T> *a; };
struct plain { std::vector<double> r; double by; };

template <typename T> static void scale(sim<T> &s, plain *p)
{
#pragma pointerchain declare(s.a->r{std::vector<T>}, s.a->box{std::array<T, 2>:restrict}, s.a->raw{T *})
#pragma pointerchain declare(s.a->n{T}, s.a->count{int}, p->r{std::vector<T>}, p->by{T})
#pragma pointerchain region begin
    for (int i = 0; i < s.a->count; i++)
        s.a->r[i] *= s.a->n;
    s.a->box[1] += s.a->raw[0];
    p->r[0] += p->by;
    s.a->n += 1;
#pragma pointerchain region end
}

template <typename T> struct matrix {
    std::vector<T> d;
    int n;
    void scale(T by)
    {
#pragma pointerchain region begin declare(d, n)
        for (int i = 0; i < n; i++)
            d[i] *= by;
        d.front() += static_cast<T>(d.size());
        for (auto &each : d)
            each += d[0];
#pragma pointerchain region end
    }
};

int main()
{
    double raw = 5;
    atoms<double> a = {{1, 2, 3}, {1, 2}, &raw, 2, 3};
    sim<double> s = {&a};
    plain p = {{1, 2}, 0.5};
    scale(s, &p);
    matrix<float> m{{1, 2, 3}, 2};
    m.scale(4);
    std::printf("%g %g %g %g %g %g\n", a.r[2], a.box[1], a.n, p.r[0], m.d[0], m.d[2]);
    return 0;
}
