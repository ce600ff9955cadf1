// also: openacc
// A clause that would copy a const member back changes nothing: there is no write-back.
#include <cstdio>

struct atoms { int n; };
struct sim { atoms a; };

template <class T> int twice(const T *s)
{
    int sum = 0;
{ const auto pc_a_n = s->a.n; (void)sizeof(&s->a.n); (void)sizeof(char[__is_class(decltype(pc_a_n)) || __is_union(decltype(pc_a_n)) ? -1 : 1]);
#pragma acc parallel loop copy(pc_a_n) reduction(+ : sum)
    for (int i = 0; i < 2; i++)
        sum += pc_a_n;
}
    return sum;
}

int main()
{
    const sim store = {{4}}, *s = &store;
    int sum = 0;
{ const int pc_a_n = s->a.n;
#pragma acc parallel loop copy(pc_a_n) reduction(+ : sum)
    for (int i = 0; i < 3; i++)
        sum += pc_a_n;
}
    std::printf("%d %d\n", sum, twice(s));
    return 0;
}
