// A container of an object that is named by a reference is hoisted; accessors are calls, of which nothing is.
#include <cstdio>
#include <vector>

struct D {
    std::vector<double> m_x{1, 2, 3};
    double &x(int i) { return m_x[i]; }
    int n() const { return (int)m_x.size(); }
};

static void direct(D &d, int n)
{
{ auto *pc_m_x = d.m_x.data();
    for (int i = 0; i < n; i++) pc_m_x[i] *= i; }
}

static void accessors(D &d)
{
 // expected-warning[unused-declare]{{'d.*' stands for no chain}}
    // expected-warning[empty-region]@-1{{no chain that the region uses can be hoisted}}
    for (int i = 0; i < d.n(); i++) d.x(i) += i;
}

int main()
{
    D d;
    direct(d, 3);
    accessors(d);
    std::printf("%g %g\n", d.m_x[1], d.m_x[2]);
}
