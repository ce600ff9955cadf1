// A subscript into a vector of structs changes in the region, by reference parameter too.
#include <vector>

struct atoms { int n; };
struct sim { std::vector<atoms> all; };

static void next(int &i) { i++; }

int main()
{
    sim store, *s = &store;
    s->all.resize(3);
    int i = 0;
#pragma pointerchain region begin declare(s->all[i].n) // expected-note{{declared here}}
    s->all[i].n += 1;
    next(i); // expected-error[subscript-changed]{{subscript 'i' of chain 's->all[i].n' is changed in the region}}
    s->all[i].n += 1;
#pragma pointerchain region end
    return 0;
}
