// In a template the operator between two members is read from the text, comments left out.
#include <cstdio>

struct U { int n; int p[4]; };
struct S { U *cnt; };

template <class T> int f(T *st)
{
    int t;
#pragma pointerchain region begin declare(st->cnt->n, st->cnt->p)
    t = st->cnt/* -> */->n;
    t += st/* the . of st */->cnt // ->
             ->n;
    t += st->cnt/* . */->p[2];
#pragma pointerchain region end
    return t;
}

int main()
{
    U u = {7, {1, 2, 3, 4}};
    S s = {&u};
    std::printf("%d\n", f(&s));
}
