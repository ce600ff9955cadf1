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
{ auto *pc_boxes = g->boxes.data();
    for (int b = 0; b < 2; b++) {
{ int pc_boxes_n = pc_boxes[b].n; double *pc_boxes_x = pc_boxes[b].x;
        for (int i = 0; i < pc_boxes_n; i++)
            pc_boxes_x[i] *= 2;
}
    }
}
    std::printf("%g %g\n", x[0], y[1]);
    return 0;
}
