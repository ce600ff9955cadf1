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
#pragma pointerchain region begin declare(atoms_->n, atoms_->r{double*:restrict})
        for (int i = 0; i < atoms_->n; i++)
            total += atoms_->r[i];
#pragma pointerchain region end
        return total;
    }
};

int grow(simulation *s)
{
#pragma pointerchain region begin declare(s->atoms_->n)
    return ++s->atoms_->n;
#pragma pointerchain region end
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
