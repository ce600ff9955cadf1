// also: openacc
// A clause that would copy a const member back changes nothing: there is no write-back.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms a; };

template <class T> int twice(const T *s)
{
    int sum = 0;
#pragma pointerchain region begin declare(s->a.n)
#pragma acc parallel loop copy(s->a.n) reduction(+ : sum)
    for (int i = 0; i < 2; i++)
        sum += s->a.n;
#pragma pointerchain region end
    return sum;
}

int main()
{
    const sim store = {{4}}, *s = &store;
    int sum = 0;
#pragma pointerchain region begin declare(s->a.n)
#pragma acc parallel loop copy(s->a.n) reduction(+ : sum)
    for (int i = 0; i < 3; i++)
        sum += s->a.n;
#pragma pointerchain region end
    std::printf("%d %d\n", sum, twice(s));
    return 0;
}
