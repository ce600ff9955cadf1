// 'declare(*)': of every root that the region uses, 'this' and globals among them; calls and containers stay as they are.
#include <cstdio>
#include <memory>
#include <vector>

struct Grid { int n = 3; double *x = nullptr; std::vector<double> v{1, 2, 3}; };
static Grid *shared;

struct Solver {
    double run(Grid *other, double *out)
    {
        double t = 0;
{ int pc_n = grid->n; auto *pc_v = grid->v.data(); double *pc_x = grid->x; double *pc_x_2 = shared->x; auto *pc_v_2 = other->v.data(); int pc_n_2 = this->owned->n; double *pc_x_3 = owned->x; double pc_total = total; struct pc_guard_0_t { decltype(pc_total) &to0; decltype(pc_total) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{total, pc_total};
        for (int i = 0; i < pc_n && i < (int)grid->v.size(); i++) {
            t += pc_x[i] * pc_x_2[i] + pc_v[i] * pc_v_2[i] + pc_n_2;
            out[i] += pc_x_3[0];
            auto twice = [&, pc_x](double by) { return pc_x[i] * by; };
            t += twice(2);
        }
        pc_total += 1;
}
        return t;
    }
    Grid *grid;
    std::unique_ptr<Grid> owned;
    double total;
};

template <typename T>
double sum(T *t)
{
    double s = 0;
{ auto pc_n = t->n; auto *pc_x = t->x; (void)sizeof(&t->n); (void)sizeof(char[__is_class(decltype(pc_n)) || __is_union(decltype(pc_n)) ? -1 : 1]);
    for (int i = 0; i < pc_n; i++) s += pc_x[i]; }
    return s;
}

int main()
{
    double x[4] = {1, 2, 3, 4}, out[4] = {};
    Grid one, two;
    one.x = two.x = x;
    shared = &two;
    Solver solver{&one, std::unique_ptr<Grid>(new Grid), 0};
    solver.owned->x = x;
    const double t = solver.run(&two, out);
    std::printf("%g %d %g %g\n", t + solver.total, one.n, out[2], sum(&one));
}
