// The root and a subscript are written under the name of a reference that the function bound before.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2};
    S so[2] = {{&a}, {&b}}, *s = so;
    int i = 0, &at = i;
    S *&r = s;
#pragma pointerchain region begin declare(s->a->n, so[i].a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d %d ", s->a->n, so[i].a->n);
    r = so; // expected-error[prefix-assigned]{{r}}
    at = 0; // expected-error[subscript-changed]{{i}}
    std::printf("%d %d\n", s->a->n, so[i].a->n);
#pragma pointerchain region end
    return 0;
}
