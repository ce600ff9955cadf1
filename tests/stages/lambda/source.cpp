// A lambda that captures its chain's root, in a template, and a container.
#include <vector>

struct grid { std::vector<double> cells; int n; };

template <class T> T total(grid *g, T sum)
{
#pragma pointerchain region begin declare(g->cells, g->n)
    auto add = [&sum, g](int i) { sum += g->cells[i]; };
    for (int i = 0; i < g->n; i++)
        add(i);
#pragma pointerchain region end
    return sum;
}

double total_of(grid *g);
double total_of(grid *g) { return total(g, 0.0); }
