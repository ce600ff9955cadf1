// Classes that are no containers of contiguous elements, or whose elements have no address, have references.
#include <cstdio>
#include <map>
#include <string>
#include <vector>

struct atoms { std::string name; std::vector<bool> flags; std::map<int, int> table; };
struct sim { atoms *a; };

int main()
{
    atoms a{"x", {false}, {}};
    sim store{&a}, *s = &store;
{ auto &pc_a_name = s->a->name; auto &pc_a_flags = s->a->flags; auto &pc_a_table = s->a->table;
    pc_a_name[0] = 'a';
    pc_a_flags[0] = true;
    pc_a_table[1] = 2;
}
    std::printf("%s %d %zu\n", a.name.c_str(), int(a.flags[0]), a.table.size());
    return 0;
}
