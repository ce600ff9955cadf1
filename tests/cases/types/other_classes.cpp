// Classes that are no containers of contiguous elements, or whose elements have no address.
#include <map>
#include <string>
#include <vector>

struct atoms { std::string name; std::vector<bool> flags; std::map<int, int> table; };
struct sim { atoms *a; };

int main()
{
    atoms a;
    sim store{&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->name, s->a->flags, s->a->table) // expected-error[unsupported-type]{{'s->a->name'}} expected-error[unsupported-type]{{'s->a->flags'}} expected-error[unsupported-type]{{'s->a->table'}}
    s->a->name[0] = 'a';
    s->a->flags[0] = true;
    s->a->table[1] = 2;
#pragma pointerchain region end
    return 0;
}
