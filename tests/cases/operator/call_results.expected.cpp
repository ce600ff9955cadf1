// A call that is given a reference may return it: a value that is read at once is no address.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

struct vec { double x, y; };
struct atoms { int n; double e; vec pos; };
struct sim { atoms *a; };

static vec operator+(const vec &a, const vec &b) { return {a.x + b.x, a.y + b.y}; }
static vec &operator+=(vec &a, const vec &b) { return a = a + b; }
static const vec &longer(const vec &a, const vec &b) { return a.x > b.x ? a : b; }
static std::ostream &operator<<(std::ostream &out, const vec &v) { return out << v.x << ',' << v.y; }
static int twice(int &n) { return n *= 2; }

template <class T> static double highest(T *s, double t)
{
    double out = 0;
{ auto pc_a_e = s->a->e; auto pc_a_n = s->a->n; (void)sizeof(&s->a->e); (void)sizeof(char[__is_class(decltype(pc_a_e)) || __is_union(decltype(pc_a_e)) ? -1 : 1]); (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]); struct pc_guard_0_t { decltype(pc_a_e) &to0; decltype(pc_a_e) &from0; decltype(pc_a_n) &to1; decltype(pc_a_n) &from1; ~pc_guard_0_t() { to0 = from0; to1 = from1; } } pc_guard_0{s->a->e, pc_a_e, s->a->n, pc_a_n};
    out = std::max(t, pc_a_e) + std::sqrt(std::min(pc_a_e, std::max(pc_a_e, t)));
    for (int i = 0; i < std::max(pc_a_n, 2); i++)
        out += std::abs(pc_a_e);
    if (std::max(pc_a_n, 2) > 100)
        return pc_a_e;
    return std::max(out, pc_a_e);
}
}

static int limited(sim *s)
{
{ int pc_a_n = s->a->n;
    return std::max(pc_a_n, 1);
}
}

int main()
{
    atoms a = {3, 2.5, {1, 2}};
    sim store = {&a}, *s = &store;
    std::istringstream in("11 22.5");
    int k = 1;
int pc_a_n = s->a->n; double pc_a_e = s->a->e; auto pc_a_pos = s->a->pos; struct pc_guard_2_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; decltype(pc_a_e) &to1; decltype(pc_a_e) &from1; decltype(pc_a_pos) &to2; decltype(pc_a_pos) &from2; bool on; void out() { if (on) { on = false; to0 = from0; to1 = from1; to2 = from2; } } ~pc_guard_2_t() { out(); } } pc_guard_2{s->a->n, pc_a_n, s->a->e, pc_a_e, s->a->pos, pc_a_pos, true};
    int m = std::max(pc_a_n, k) + std::clamp(std::min(pc_a_n, 2), 0, 9);
    std::vector<double> w(pc_a_n, pc_a_e);
    w.push_back(pc_a_e);
    auto p = std::make_pair(pc_a_n, pc_a_e);
    std::tuple<int, double> t(pc_a_n, pc_a_e);
    std::string text = std::to_string(pc_a_n) + std::string(pc_a_n, 'c');
    vec v = pc_a_pos + vec{1, 1};
    v += longer(pc_a_pos, v);
    std::cout << m << ' ' << w.back() << ' ' << p.second << ' ' << std::get<0>(t) << text << pc_a_pos << v << '\n';
    in >> pc_a_n >> pc_a_e;
    std::cout << pc_a_n << ' ' << pc_a_e << '\n';
    std::tie(pc_a_n, k) = std::make_pair(4, 5);
    std::swap(pc_a_n, k);
    k += twice(pc_a_n) + std::exchange(pc_a_n, 3);
    pc_a_pos += v;
    std::cout << pc_a_n << ' ' << k << ' ' << longer(pc_a_pos, v).x << '\n';
pc_guard_2.out();
    std::cout << a.n << ' ' << a.e << ' ' << a.pos << ' ' << highest(s, 1.5) << ' ' << limited(s) << '\n';
    return 0;
}
