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
{ int pc_a_n = s->a->n; int pc_a_m = s->a->m; struct pc_guard_0_t { decltype(pc_a_m) &to0; decltype(pc_a_m) &from0; ~pc_guard_0_t() { to0 = from0; } } pc_guard_0{s->a->m, pc_a_m};
    total += pc_a_n<pc_a_m ? 1 : 2;
    total += pc_a_n>pc_a_m;
    total += fixed<4>::value() + table["s->a->n"] + (pc_a_n >> 1);
    table[std::to_string(pc_a_n)] = pc_a_m--;
    total += R"(s->a->n)"[0];
}
    std::printf("%d %d %d\n", total, table["3"], a.m);
    return 0;
}
