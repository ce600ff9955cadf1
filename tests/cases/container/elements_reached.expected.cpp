// args: -std=c++20
// What leads to a container's elements and leaves the container as it is stays on the original.
#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <vector>

struct point { double x, y; };
struct fields { std::vector<point> pos; std::vector<double> m; std::array<double, 4> a; std::span<double> view; };
struct sim { fields *f; int n; };

static double scale(double *values, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += values[i] *= 2;
    return sum;
}

static double run(sim *s)
{
    double total = 0;

auto *pc_f_pos = s->f->pos.data(); auto *pc_f_a = s->f->a.data(); auto *pc_f_m = s->f->m.data(); auto *pc_f_view = s->f->view.data();
    for (auto &p : s->f->pos)
        p.x += p.y;
    for (const point &p : (s->f->pos))
        total += p.x;
    for (auto value : s->f->a)
        total += value;
    double *q = s->f->m.data();
    for (int i = 0; i < s->n; i++)
        pc_f_m[i] += q[i] + pc_f_pos[i].x;
    s->f->m.front() += 1;
    s->f->m.back() -= s->f->m.at(1);
    s->f->a.data()[1] = pc_f_a[0];
    s->f->view.front() = pc_f_view[1];
    total += scale(s->f->m.data(), s->n);
    std::sort(s->f->m.begin(), s->f->m.end());
    auto largest = std::max_element(s->f->m.cbegin(), s->f->m.cend());
    total += *largest + *s->f->m.rbegin() + pc_f_m[0];
    auto kept = [&, pc_f_m] { return s->f->m.front() + pc_f_m[1]; };
    total += kept();

    return total;
}

int main()
{
    double seen[] = {1, 2};
    fields f = {{{1, 2}, {3, 4}, {5, 6}}, {7, 8, 9}, {1, 2, 3, 4}, seen};
    sim s = {&f, 3};
    std::printf("%g\n", run(&s));
    for (double each : f.m)
        std::printf("%g ", each);
    std::printf("%g %g %g\n", f.pos[2].x, f.a[1], seen[0]);
    return 0;
}
