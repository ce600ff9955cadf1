// Threads share the object by the reference, and 'default(none)' is told of it.
#include <cstdio>
#include <string>

struct item { int n = 1; std::string name; int get() const { return n; } int operator[](int at) const { return n + at; } };
struct atoms { item one; };
struct sim { atoms *a; };

int main()
{
    atoms all;
    sim store{&all}, *s = &store;
    int sum = 0;
{ auto &pc_a_one = s->a->one;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += pc_a_one[i];
#pragma omp parallel for reduction(+ : sum) default(none) shared(s) shared(pc_a_one)
    for (int i = 0; i < 4; i++)
        sum += pc_a_one.get();
}
    std::printf("%d\n", sum);
    return 0;
}
