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
{ __typeof__(+s->a->wide) pc_a_wide = s->a->wide;
    printf("%llx ", (unsigned long long)(pc_a_wide + 1));
    printf("%llx ", (unsigned long long)(pc_a_wide << 4));
    printf("%llx\n", (unsigned long long)pc_a_wide);
}
    return 0;
}
