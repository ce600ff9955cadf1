// C++: a member of a class that no offsetof is made for, of a base, of an instance with a comma, behind a smart
// pointer, of an unwritten 'this', and one that is a reference.
#include <cstdio>

namespace n {
struct Base { int k; double *q; };
struct Derived : Base { double *z; double *&r; explicit Derived(double *&a) : Base{1, a}, z(a), r(a) {} };
template <class T, int N> struct Array { T *d; int m; };
template <class T> struct To { T *p; T *operator->() const { return p; } };
template <class T> struct Twice { To<T> to; To<T> operator->() const { return to; } };
struct Own { double *w; int m; double sum(); };
class Same { public: double *s; };
typedef struct { double *t; } Unnamed;
}
#pragma pointerchain shape(n::Own: w[m])

double n::Own::sum()
{
    double out = 0;
#pragma pointerchain region begin declare(this->w)
#pragma pointerchain deepcopy enter(w[0:m])
#pragma pointerchain deepcopy exit(w[0:m])
    out += w[0];
#pragma pointerchain region end
    return out;
}

static double same(n::Same *Same, n::Unnamed *given)
{
    using namespace n;
#pragma pointerchain deepcopy enter(Same->s[0:1], given->t[0:1])
#pragma pointerchain deepcopy exit(Same->s[0:1], given->t[0:1])
    return *Same->s + *given->t;
}

static double twice(n::Twice<n::Base> t, n::To<n::To<n::Base>> *to)
{
#pragma pointerchain deepcopy enter(t->q[0:1], to->p->p->q[0:1])
#pragma pointerchain deepcopy exit(t->q[0:1], to->p->p->q[0:1])
    return *t->q + *to->p->p->q;
}

static double all(n::Derived *der, n::Array<double, 3> *arr, n::To<n::Base> to)
{
    double out = 0;
#pragma pointerchain region begin declare(der->q, arr->d, to->q)
#pragma pointerchain deepcopy region begin(der->q[0:1], der->z[0:1], der->r[0:1], arr->d[0:1], to->q[0:1])
    out += der->q[0] + arr->d[0] + to->q[0];
#pragma pointerchain deepcopy region end
#pragma pointerchain region end
    return out;
}

int main()
{
    double value = 1, *p = &value;
    n::Derived der(p);
    n::Array<double, 3> arr = {p, 1};
    n::To<n::Base> to = {&der};
    n::Own own = {p, 1};
    n::Same one = {p};
    n::Unnamed two = {p};
    n::Twice<n::Base> t = {to};
    n::To<n::To<n::Base>> through = {&to};
    std::printf("%g %g %g %g\n", twice(t, &through), same(&one, &two), all(&der, &arr, to), own.sum());
}
