// What has a member function is no pointer and no number, whatever the template's argument.
#include <vector>

template <class T> struct A { std::vector<T> v; };
template <class T> struct S { A<T> *a; };

template <class T> T sum(S<T> *s)
{
    T t{};
#pragma pointerchain region begin declare(s->a->v) // expected-note{{declared here}}
    for (unsigned i = 0; i < s->a->v.size(); i++) // expected-error[object-needed]{{'size' is called on 's->a->v'}}
        t += s->a->v[i];
#pragma pointerchain region end
    return t;
}

int main()
{
    A<double> a{{1, 2}};
    S<double> s{&a};
    return sum(&s) != 3;
}
