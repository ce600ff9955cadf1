// A kept lambda uses an element of a hoisted array, and the array is another one after the region.
#include <cstdio>
#include <functional>

struct A { int *r; };
struct S { A *a; };
static std::function<int()> kept;
static void keep(std::function<int()> f) { kept = f; }

int main()
{
    int first[2] = {1, 2}, second[2] = {3, 4};
    A a = {first};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->r) // expected-note{{declared here}}
    std::printf("%d ", s->a->r[0]);
    keep([=] { return s->a->r[1]; }); // expected-error[lambda-capture]{{s->a->r}}
#pragma pointerchain region end
    a.r = second;
    std::printf("%d\n", kept());
    return 0;
}
