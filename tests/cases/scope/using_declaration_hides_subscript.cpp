// expects: same output
// A using-declaration in a block hides the variable of a subscript.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
namespace ns { int i = 1; }

int main()
{
    A one = {1}, two = {2};
    S s[2] = {{&one}, {&two}};
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}}
    s[i].a->n += 10;
    {
        using ns::i;
        std::printf("%d ", s[i].a->n); // expected-warning[aliased-read]{{s[i].a->n}}
        i--;
    }
    std::printf("%d\n", s[i].a->n + ns::i);
#pragma pointerchain region end
    return 0;
}
