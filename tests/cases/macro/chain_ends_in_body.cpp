// The chain begins in a macro's argument and ends in its body: the local stands for the whole use.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define MEMBER(of) of n

int main()
{
    A one = {1};
    S store = {&one}, *s = &store;
#pragma pointerchain region begin declare(s->a->n)
    std::printf("%d\n", (int)MEMBER(s->a->));
    s->a->n += 2;
#pragma pointerchain region end
    return 0;
}
