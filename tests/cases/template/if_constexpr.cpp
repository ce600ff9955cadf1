// args: -std=c++17
// In a template's discarded branch the root is changed, which another instance does.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

template <bool Step> static void run(S *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    std::printf("%d ", s->a->n);
    if constexpr (Step)
        s++; // expected-error[prefix-assigned]{{s}}
    std::printf("%d ", s->a->n);
#pragma pointerchain region end
}

int main()
{
    A a = {1}, b = {2};
    S s[2] = {{&a}, {&b}};
    run<false>(s);
    run<true>(s);
    std::printf("\n");
    return 0;
}
