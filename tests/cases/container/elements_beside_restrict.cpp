// Nothing else may lead to what a restrict pointer points to: neither a loop over the container nor 'data'.
#include <vector>

struct fields { std::vector<double> m; };
struct sim { fields *f; };

void qualified(sim *s)
{
#pragma pointerchain declare(s->f->m{:restrict}) // expected-note{{declared here}} expected-note{{declared here}}
#pragma pointerchain region begin
    for (auto &value : s->f->m) // expected-error{{'s->f->m' is hoisted with 'restrict', and the loop leads to its elements by another way: leave 'restrict' out}}
        value += s->f->m[0];
    s->f->m[1] = *s->f->m.data(); // expected-error{{'s->f->m' is hoisted with 'restrict', and 'data' leads to its elements by another way: leave 'restrict' out}}
#pragma pointerchain region end
}
