// expects: same output
// A cast to a number, in a macro's argument in a template, gives a function a value.
#include <cstdio>

struct A { int n; };
struct S { A *a; };
#define SAME(a) a
static unsigned twice(unsigned n) { return 2 * n; }

template <class T> void show(T *s)
{
{ auto pc_a_n = s->a->n; (void)sizeof(&s->a->n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]);
    std::printf("%u %u\n", SAME(twice((unsigned)pc_a_n)), SAME(SAME((unsigned)pc_a_n)));
}
}

int main()
{
    A one = {1};
    S s = {&one};
    show(&s);
    return 0;
}
