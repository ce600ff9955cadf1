// A vector that the region also resizes cannot be its data pointer.
#include <vector>

struct atoms { std::vector<double> r; };
struct sim { atoms *a; };

int main()
{
    atoms a;
    a.r = {1, 2, 3};
    sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->r) // expected-note{{declared here}}
    s->a->r[0] += 1;
    s->a->r.push_back(4); // expected-error[container-as-whole]{{'s->a->r' is hoisted as a pointer, and 'push_back' is called on it here: keep the call out of the region}}
    s->a->r[3] += 1;
#pragma pointerchain region end
    return 0;
}
