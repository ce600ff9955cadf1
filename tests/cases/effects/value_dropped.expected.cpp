// A value that is thrown away, by a cast to void, keeps its const.
#include <cstdio>

struct A { int n; };
struct S { A *a; };

static int quiet(const int &k) { (void)k; return 1; }

static int run(S *s)
{
    int t = 0;
{ int pc_a_n = s->a->n;
    t += pc_a_n + quiet(pc_a_n);
}
    return t;
}

int main()
{
    A a = {3};
    S s = {&a};
    std::printf("%d\n", run(&s));
}
