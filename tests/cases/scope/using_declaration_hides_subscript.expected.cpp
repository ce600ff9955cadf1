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
{ int pc_a_n = s[i].a->n; struct pc_guard_0_t { decltype(pc_a_n) &to0; decltype(pc_a_n) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s[i].a->n, pc_a_n}; // expected-note{{declared here}}
    pc_a_n += 10;
    {
        using ns::i;
        std::printf("%d ", s[i].a->n); // expected-warning[aliased-read]{{s[i].a->n}}
        i--;
    }
    std::printf("%d\n", pc_a_n + ns::i);
}
    return 0;
}
