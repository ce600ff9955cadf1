// In a template a braced list is assigned to the root of dependent type.
#include <cstdio>

struct A { int n; };
struct cursor {
    A *at;
    A *operator->() const { return at; }
    cursor &operator=(A *p) { at = p; return *this; }
};

template <class T> static void run(T c, A *other)
{
#pragma pointerchain region begin declare(c->n) // expected-note{{declared here}}
    std::printf("%d ", c->n);
    c = {other}; // expected-error[prefix-assigned]{{c}}
    std::printf("%d\n", c->n);
#pragma pointerchain region end
}

int main()
{
    A a[3] = {{1}, {2}, {3}};
    run(cursor{a}, a + 1);
    return 0;
}
