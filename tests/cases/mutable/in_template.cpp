// expects: same output
// A const member function changes a mutable member of a struct that is hoisted in a template.
#include <cstdio>

template <class T> struct C { T v; mutable int hits; T get() const { hits++; return v; } };
template <class T> struct A { C<T> c; };
template <class T> struct S { A<T> *a; };

template <class T> static T run(S<T> *s)
{
    T sum = 0;
#pragma pointerchain region begin declare(s->a->c)
    sum += s->a->c.get();
    sum += s->a->c.get();
#pragma pointerchain region end
    return sum;
}

int main()
{
    A<int> a = {{5, 0}};
    S<int> store = {&a};
    int sum = run(&store);
    std::printf("%d %d\n", sum, a.c.hits);
    return 0;
}
