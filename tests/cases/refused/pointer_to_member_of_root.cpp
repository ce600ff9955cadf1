// A constant pointer to a member names the link and the value.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    s->a->*(&A::n) = 5;
    std::printf("%d ", s->a->n);
    s->*(&S::a) = &b; // expected-error[prefix-assigned]{{a}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
