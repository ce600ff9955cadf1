// A chain of an inner region goes on from the reference; one that depends on a template's argument is no object yet.
#include <cstdio>
#include <string>

struct item { int n = 1; int *p; std::string name; void touch() { n++; } };
struct atoms { item one; };
struct sim { atoms *a; };

template <class T> int f(sim *s, T x)
{
    int sum = 0;
{ auto &pc_a_one = s->a->one;
    pc_a_one.touch();
{ int *pc_a_one_p = pc_a_one.p;
    for (T i = 0; i < x; i++)
        sum += pc_a_one_p[i] + pc_a_one.n;
}
    if (sum > 100)
        return 0;
    pc_a_one.touch();
}
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
