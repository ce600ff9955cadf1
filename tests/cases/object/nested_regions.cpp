// A chain of an inner region goes on from the reference; one that depends on a template's argument is no object yet.
#include <cstdio>
#include <string>

struct item { int n = 1; int *p; std::string name; void touch() { n++; } };
struct atoms { item one; };
struct sim { atoms *a; };

template <class T> int f(sim *s, T x)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->a->one)
    s->a->one.touch();
#pragma pointerchain region begin declare(s->a->one.p)
    for (T i = 0; i < x; i++)
        sum += s->a->one.p[i] + s->a->one.n;
#pragma pointerchain region end
    if (sum > 100)
        return 0;
    s->a->one.touch();
#pragma pointerchain region end
    return sum + s->a->one.n;
}

int main()
{
    int row[3] = {1, 2, 3};
    atoms all;
    all.one.p = row;
    sim store{&all};
    std::printf("%d\n", f(&store, 2));
    std::printf("%d\n", f(&store, 3L));
    return 0;
}
