// expects: same output
// The outer region re-points its chain, which nothing else uses: the inner chain goes through the outer local.
#include <stdio.h>

struct box { double *x; int n; };
struct grid { struct box *boxes; };

int main(void)
{
    double x[2] = {1, 2}, y[2] = {3, 4};
    struct box first[2] = {{x, 2}, {x, 1}}, second[2] = {{y, 2}, {y, 1}};
    struct grid store = {first}, *g = &store;
{ struct box *pc_boxes = g->boxes;
    pc_boxes = second;
    for (int b = 0; b < 2; b++) {
{ int pc_boxes_n = pc_boxes[b].n; double *pc_boxes_x = pc_boxes[b].x;
        for (int i = 0; i < pc_boxes_n; i++)
            pc_boxes_x[i] *= 2;
}
    }
g->boxes = pc_boxes; }
    printf("%g %g %g %d\n", x[0], y[0], y[1], g->boxes == second);
    return 0;
}
