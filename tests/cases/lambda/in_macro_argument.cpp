// A comma in a lambda's captures would split a macro's argument.
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
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    sum += ID([&] { return s->a->n; }());
    sum += ID([s] { return s->a->n; }());
    sum += ID(([&sum, s] { return s->a->n + sum; }()));
    sum += ALL([s, &sum] { return s->a->n + sum; }());
    auto f = ID([&] { return s->a->n; }); // expected-error[lambda-capture]{{in an argument of macro 'ID'}}
    sum += f();
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
