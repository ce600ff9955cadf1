// expects: same output
// A cast to a number, in a macro's argument in a template, gives a function a value.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define SAME(a) a
static unsigned twice(unsigned n) { return 2 * n; }

template <class T> void show(T *s)
{
#pragma pointerchain region begin declare(s->a->n)
    std::printf("%u %u\n", SAME(twice((unsigned)s->a->n)), SAME(SAME((unsigned)s->a->n)));
#pragma pointerchain region end
}

int main()
{
    A one = {1};
    S s = {&one};
    show(&s);
    return 0;
}
