// args: -std=c++14
// An init-capture by reference names a subscript, and a link.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1}, b = {2}, c = {3};
    S s[2] = {{&a}, {&b}};
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d ", s[i].a->n);
    [&at = i] { at++; }(); // expected-error[subscript-changed]{{'i'}} expected-note{{changed here as well}}
    std::printf("%d ", s[i].a->n);
    [&link = s[i].a, &c] { link = &c; }(); // expected-error[address-taken]{{'s[i].a'}}
    std::printf("%d\n", s[i].a->n);
#pragma pointerchain region end
    return 0;
}
