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
#pragma pointerchain region begin declare(s->a->one)
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += s->a->one[i];
#pragma omp parallel for reduction(+ : sum) default(none) shared(s)
    for (int i = 0; i < 4; i++)
        sum += s->a->one.get();
#pragma pointerchain region end
    std::printf("%d\n", sum);
    return 0;
}
