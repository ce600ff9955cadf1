// In a const member function a mutable link is re-pointed.
#include <cstdio>

struct A { int n; };
struct S {
    mutable A *a;
    void run() const
    {
#pragma pointerchain region begin declare(a->n) // expected-note{{declared here}}
        std::printf("%d ", a->n);
        a++; // expected-error[prefix-assigned]{{a}}
        std::printf("%d\n", a->n);
#pragma pointerchain region end
    }
};

int main()
{
    A a[2] = {{1}, {2}};
    S s = {a};
    s.run();
    return 0;
}
