// In a template the compiler compares the type of a declare with an instance's.
#include <array>
#include <cstdio>
#include <vector>

template <typename T> struct atoms { std::vector<T> r; std::array<T, 2> box; T *raw; T n; int count; };
template <typename T> struct sim { atoms<T> *a; };
struct plain { std::vector<double> r; double by; };

template <typename T> static void scale(sim<T> &s, plain *p)
{


{ auto pc_a_count = s.a->count; auto *pc_a_r = s.a->r.data(); auto pc_a_n = s.a->n; auto *__restrict pc_a_box = s.a->box.data(); auto *pc_a_raw = s.a->raw; auto *pc_r = p->r.data(); double pc_by = p->by; (void)sizeof(&s.a->count); (void)sizeof(char[__is_class(decltype(pc_a_count)) || __is_union(decltype(pc_a_count)) ? -1 : 1]); (void)sizeof(&s.a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); (void)sizeof(char[__is_same(const __typeof__(pc_a_count), const __typeof__(int)) ? 1 : -1]); (void)sizeof(char[__is_same(const __typeof__(s.a->r), const __typeof__(std::vector<T>)) ? 1 : -1]); (void)sizeof(char[__is_same(const __typeof__(pc_a_n), const __typeof__(T)) ? 1 : -1]); (void)sizeof(char[__is_same(const __typeof__(s.a->box), const __typeof__(std::array<T, 2>)) ? 1 : -1]); (void)sizeof(char[__is_same(const __typeof__(*pc_a_raw), const __typeof__(*(T *)0)) ? 1 : -1]); (void)sizeof(char[__is_same(const __typeof__(p->r), const __typeof__(std::vector<T>)) ? 1 : -1]); (void)sizeof(char[__is_same(const __typeof__(pc_by), const __typeof__(T)) ? 1 : -1]); struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s.a->n, pc_a_n};
    for (int i = 0; i < pc_a_count; i++)
        pc_a_r[i] *= pc_a_n;
    pc_a_box[1] += pc_a_raw[0];
    pc_r[0] += pc_by;
    pc_a_n += 1;
}
}

template <typename T> struct matrix {
    std::vector<T> d;
    int n;
    void scale(T by)
    {
{ int pc_n = n; auto *pc_d = d.data();
        for (int i = 0; i < pc_n; i++)
            pc_d[i] *= by;
        d.front() += static_cast<T>(d.size());
        for (auto &each : d)
            each += pc_d[0];
}
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
