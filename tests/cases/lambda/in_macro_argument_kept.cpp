// Lambdas in macros' arguments that need no comma more, or where it splits nothing.
#include <cstdio>

#define ID(x) (x)
#define ALL(...) (__VA_ARGS__)

struct A { int n; };
struct S { A *a; };

int main()
{
    A a = {1};
    S store = {&a}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a->n)
    sum += ID([&] { return s->a->n; }());
    sum += ID([s] { return s->a->n; }());
    sum += ID(([&sum, s] { return s->a->n + sum; }()));
    sum += ALL([s, &sum] { return s->a->n + sum; }());
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
