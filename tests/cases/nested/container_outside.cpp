// expects: same output
// The outer region hoists a container, the inner chain begins with an element of it.
#include <cstdio>
#include <vector>

struct box { double *x; int n; };
struct grid { std::vector<box> boxes; };

int main()
{
    double x[2] = {1, 2}, y[2] = {3, 4};
    grid store = {{{x, 2}, {y, 2}}}, *g = &store;
#pragma pointerchain region begin declare(g->boxes)
    for (int b = 0; b < 2; b++) {
#pragma pointerchain region begin declare(g->boxes[b].x, g->boxes[b].n)
        for (int i = 0; i < g->boxes[b].n; i++)
            g->boxes[b].x[i] *= 2;
#pragma pointerchain region end
    }
#pragma pointerchain region end
    std::printf("%g %g\n", x[0], y[1]);
    return 0;
}
