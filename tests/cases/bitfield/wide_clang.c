// expects: same output
// compilers: clang-19
// A bit-field that is wider than int, with Clang.
#include <stdio.h>

struct A { unsigned long long wide : 40; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {0xffffffffffull};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->wide)
    printf("%llx ", (unsigned long long)(s->a->wide + 1));
    printf("%llx ", (unsigned long long)(s->a->wide << 4));
    printf("%llx\n", (unsigned long long)s->a->wide);
#pragma pointerchain region end
    return 0;
}
