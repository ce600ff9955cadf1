// The local of a container is the pointer to its elements: it is not assigned again.
#include <vector>
struct atoms { std::vector<int> ids; };
struct sim { atoms *a; };

int sum(sim *s);
int sum(sim *s)
{
    int found = 0;
#pragma pointerchain region begin declare(s->a->ids) // expected-note{{chain 's->a->ids' is declared here}}
    found += s->a->ids[0];
#pragma pointerchain reload(s->a->ids) // expected-error{{the local of 's->a->ids' is no pointer, array or number}}
    found += s->a->ids[1];
#pragma pointerchain region end
    return found;
}
