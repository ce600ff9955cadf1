// An overloaded operator that returns an object by value: nothing may point into that object.
#include <vector>

struct block { double box[2]; std::vector<double> v; int n; };
struct grid {
    block blocks[2];
    block operator[](int i) const { return blocks[i]; }
};
struct sim { grid g; };

int main()
{
    sim store = {}, *s = &store;
    double sum = 0;
#pragma pointerchain region begin declare(s->g[1].box, s->g[0].v, s->g[1].n)  // expected-error[unsupported-type]{{'s->g[1].box'}} expected-error[unsupported-type]{{'s->g[0].v'}}
    for (int i = 0; i < s->g[1].n; i++)
        sum += s->g[1].box[i] * s->g[0].v[i];
#pragma pointerchain region end
    return sum != 0;
}
