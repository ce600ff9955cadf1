// Of a container that only the declare knows, members are not known.
#include <vector>

template <typename T> struct atoms { std::vector<T> r; };
template <typename T> struct sim { atoms<T> *a; };

template <typename T> static void sized(sim<T> &s)
{
#pragma pointerchain region begin declare(s.a->r{std::vector<T>}) // expected-note{{declared here}}
    s.a->r[0] = s.a->r.size(); // expected-error[container-as-whole]{{'size' is called on it here}}
#pragma pointerchain region end
}

int main()
{
    atoms<double> a;
    a.r = {1, 2};
    sim<double> s = {&a};
    sized(s);
    return 0;
}
