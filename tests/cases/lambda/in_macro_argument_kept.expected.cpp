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
{ int pc_a_n = s->a->n;
    sum += ID([&] { return pc_a_n; }());
    sum += ID([pc_a_n] { return pc_a_n; }());
    sum += ID(([&sum, pc_a_n] { return pc_a_n + sum; }()));
    sum += ALL([pc_a_n, &sum] { return pc_a_n + sum; }());
}
    std::printf("%d\n", sum);
    return 0;
}
