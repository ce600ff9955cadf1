// A vector that the region uses as a whole.
#include <cstdio>
#include <vector>

struct atoms { std::vector<double> r, q; };
struct sim { atoms *a; };

static void clear(std::vector<double> &v) { v.clear(); }

int main()
{
    atoms a;
    a.r = a.q = {1, 2, 3};
    sim store = {&a}, *s = &store;
#pragma pointerchain declare(s->a->r) // expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    s->a->r[0] += 1;
    clear(s->a->r); // expected-error{{s->a->r}}
    s->a->r = s->a->q; // expected-error{{s->a->r}}
#pragma pointerchain region end
    return 0;
}
