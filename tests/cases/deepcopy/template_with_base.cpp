// A container's class by inheritance: in a template's instance the base is not known, and the message says what is.
#include <vector>

template <class T> struct field : std::vector<T> { int ghost; };
template <class T> struct holder { std::vector<T> v; int ghost; };
struct plain : std::vector<double> { int ghost; };
struct grid {
    plain p;
    holder<double> h;
    field<double> f; // expected-error[unsupported-member]:19{{in 'field<double>' the bases or virtual functions of the template's instance are not known (those of a class that is no template are, and so is a member in the place of a base)}}
};

void send(grid *g)
{
#pragma pointerchain deepcopy enter(g[0:1])
// expected-note@-1{{'g[0:1]' leads there}}
}
