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
#pragma pointerchain region begin declare(s->a->name, s->a->flags, s->a->table)
    s->a->name[0] = 'a';
    s->a->flags[0] = true;
    s->a->table[1] = 2;
#pragma pointerchain region end
    std::printf("%s %d %zu\n", a.name.c_str(), int(a.flags[0]), a.table.size());
    return 0;
}
