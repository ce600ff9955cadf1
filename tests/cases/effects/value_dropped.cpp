// A value that is thrown away, by a cast to void, keeps its const.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

static int quiet(const int &k) { (void)k; return 1; }

static int run(S *s)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n)
    t += s->a->n + quiet(s->a->n);
#pragma pointerchain region end
    return t;
}

int main()
{
    A a = {3};
    S s = {&a};
    std::printf("%d\n", run(&s));
}
