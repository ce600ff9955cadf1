// The included text is a lambda that steps the root by reference, and calls it.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

int main()
{
    A one = {1}, two = {2};
    S so[2] = {{&one}, {&two}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
#include "lambda.inc" // expected-error[prefix-assigned]@*{{s}} expected-note@*{{it is used here}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
