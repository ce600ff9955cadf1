// Private members and private types, reached from inside the class and by a friend.
#include <cstdio>

class simulation {
    struct atoms { int n; double *r; };
    atoms store_;
    atoms *atoms_ = &store_;
    friend int grow(simulation *s);
public:
    explicit simulation(double *r) { store_.n = 2; store_.r = r; }
    double sum() const
    {
        double total = 0;
{ int pc_n = atoms_->n; double *__restrict pc_r = atoms_->r;
        for (int i = 0; i < pc_n; i++)
            total += pc_r[i];
}
        return total;
    }
};

int grow(simulation *s)
{
{ int pc_atoms__n = s->atoms_->n; struct pc_guard_1_t { decltype(pc_atoms__n) &to0; decltype(pc_atoms__n) &from0; ~pc_guard_1_t() { to0 = from0; } } pc_guard_1{s->atoms_->n, pc_atoms__n};
    return ++pc_atoms__n;
}
}

int main()
{
    double r[] = {1, 2, 4};
    simulation s(r);
    double x = s.sum();
    int n = grow(&s);
    std::printf("%g %d %g\n", x, n, s.sum());
    return 0;
}
