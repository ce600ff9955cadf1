// In a class template a dependent member is made from the chain in a member function.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <class T> struct user {
    S *s;
    typedef T type;
    void run()
    {
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
        type r = s->a->n; // expected-error[address-taken]{{s->a->n}}
        r += 4;
        typename user<T>::type q = s->a->n; // expected-error[address-taken]{{s->a->n}}
        q += 4;
#pragma pointerchain region end
    }
};

int main()
{
    A a = {1};
    S s = {&a};
    user<int &> u = {&s};
    u.run();
    std::printf("%d\n", a.n);
    return 0;
}
