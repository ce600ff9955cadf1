// A macro adds a word to the keyword 'char', and one takes 'long' away.
#include <cstdio>

struct A { signed char c; unsigned long l; };
struct S { A *a; };
#define signed unsigned
#define long int

int main()
{
    A a = {-1, 1ul << 40};
    S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->c) // expected-error[keyword-macro]{{s->a->c}}
    std::printf("%d ", s->a->c);
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->l) // expected-error[keyword-macro]{{s->a->l}}
    std::printf("%d\n", s->a->l > 5);
#pragma pointerchain region end
    return 0;
}
