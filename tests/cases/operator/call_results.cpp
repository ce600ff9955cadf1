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
#pragma pointerchain region begin declare(s->a->e, s->a->n)
    out = std::max(t, s->a->e) + std::sqrt(std::min(s->a->e, std::max(s->a->e, t)));
    for (int i = 0; i < std::max(s->a->n, 2); i++)
        out += std::abs(s->a->e);
    if (std::max(s->a->n, 2) > 100)
        return s->a->e;
    return std::max(out, s->a->e);
#pragma pointerchain region end
}

static int limited(sim *s)
{
#pragma pointerchain region begin declare(s->a->n)
    return std::max(s->a->n, 1);
#pragma pointerchain region end
}

int main()
{
    atoms a = {3, 2.5, {1, 2}};
    sim store = {&a}, *s = &store;
    std::istringstream in("11 22.5");
    int k = 1;
#pragma pointerchain region begin declare(s->a->n, s->a->e, s->a->pos)
    int m = std::max(s->a->n, k) + std::clamp(std::min(s->a->n, 2), 0, 9);
    std::vector<double> w(s->a->n, s->a->e);
    w.push_back(s->a->e);
    auto p = std::make_pair(s->a->n, s->a->e);
    std::tuple<int, double> t(s->a->n, s->a->e);
    std::string text = std::to_string(s->a->n) + std::string(s->a->n, 'c');
    vec v = s->a->pos + vec{1, 1};
    v += longer(s->a->pos, v);
    std::cout << m << ' ' << w.back() << ' ' << p.second << ' ' << std::get<0>(t) << text << s->a->pos << v << '\n';
    in >> s->a->n >> s->a->e;
    std::cout << s->a->n << ' ' << s->a->e << '\n';
    std::tie(s->a->n, k) = std::make_pair(4, 5);
    std::swap(s->a->n, k);
    k += twice(s->a->n) + std::exchange(s->a->n, 3);
    s->a->pos += v;
    std::cout << s->a->n << ' ' << k << ' ' << longer(s->a->pos, v).x << '\n';
#pragma pointerchain region end
    std::cout << a.n << ' ' << a.e << ' ' << a.pos << ' ' << highest(s, 1.5) << ' ' << limited(s) << '\n';
    return 0;
}
