// What is an lvalue in C++ only.
#include <cstdio>

struct atoms { int n, m, k; };
struct sim { atoms *a; };

int main()
{
    atoms a = {1, 2, 3};
    sim store = {&a}, *s = &store;
    bool c = a.n == 1;
#pragma pointerchain region begin declare(s->a->n, s->a->m, s->a->k)
    (c ? s->a->n : s->a->m) = 10;
    (s->a->m += 1) *= 5;
    ++(++s->a->k);
    ((void)s->a->k, s->a->n)++;
    (s->a->n = s->a->m) -= 1;
#pragma pointerchain region end
    std::printf("%d %d %d\n", a.n, a.m, a.k);
    return 0;
}
