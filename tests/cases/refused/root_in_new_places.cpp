// args: -std=c++20
// The root and a subscript are changed in a default argument's, a concept's and a constructor's neighbourhood.
#include <cstdio>
#include <cstring>
#include <utility>

struct A { int n; };
struct S { A *a; };
struct taker { taker(S *&s) { ++s; } };
static bool step(int &i) { return ++i; }

int main()
{
    A a = {1}, b = {2}, c = {3};
    S so[3] = {{&a}, {&b}, {&c}}, *s = so, *other = so + 2;
    int i = 0;
#pragma pointerchain region begin declare(s->a->n, so[i].a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    std::printf("%d %d ", s->a->n, so[i].a->n);
    taker t(s); // expected-error{{s}}
    (void)t;
    std::printf("%d ", s->a->n);
    std::memcpy(&s, &other, sizeof s); // expected-error[address-taken]{{s}}
    std::printf("%d ", s->a->n);
    while (step(i) && i < 2) // expected-error{{i}}
        std::printf("%d ", so[i].a->n);
    std::printf("%d ", std::exchange(s, so) == other); // expected-error{{s}}
    std::printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
