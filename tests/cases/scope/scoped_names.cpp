// Template-ids and operators beside chains: what '<' and '>' mean is Clang's to say.
#include <cstdio>
#include <map>
#include <string>

struct atoms { int n, m; };
struct sim { atoms *a; };
template <int N> struct fixed { static int value() { return N; } };

int main()
{
    atoms a = {3, 2};
    sim store = {&a}, *s = &store;
    std::map<std::string, int> table = {{"s->a->n", 1}};
    int total = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->m)
    total += s->a->n<s->a->m ? 1 : 2;
    total += s->a->n>s->a->m;
    total += fixed<4>::value() + table["s->a->n"] + (s->a->n >> 1);
    table[std::to_string(s->a->n)] = s->a->m--;
    total += R"(s->a->n)"[0];
#pragma pointerchain region end
    std::printf("%d %d %d\n", total, table["3"], a.m);
    return 0;
}
