// expects: same output
// args: -std=c++20
// A using-enum in a block hides the variable of a subscript and the root.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
enum which { first, i };
enum class roots { zero, s };

int main()
{
    A one = {1}, two = {2};
    S s[2] = {{&one}, {&two}};
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n)
    std::printf("%d ", s[i].a->n);
    {
        using enum which;
        std::printf("%d ", s[i].a->n);
    }
    {
        using enum roots;
        std::printf("%d ", (int)s);
    }
    std::printf("%d\n", s[i].a->n);
#pragma pointerchain region end
    return 0;
}
