// 2019: a chain was evaluated at its declare, and was stale after a pointer swap.
#include <stdio.h>

struct field { double *now, *next; };
struct sim { struct field *field; };

int main(void)
{
    double a[2] = {1, 2}, b[2] = {0, 0};
    struct field field = {a, b};
    struct sim store = {&field}, *sim = &store;
#pragma pointerchain declare(sim->field->now{double*:restrict}, sim->field->next{double*:restrict})
    for (int step = 0; step < 3; step++) {
#pragma pointerchain region begin
        for (int i = 0; i < 2; i++)
            sim->field->next[i] = sim->field->now[i] * 10 + step;
#pragma pointerchain region end
        double *swap = sim->field->now;
        sim->field->now = sim->field->next;
        sim->field->next = swap;
    }
    printf("%g %g %g %g\n", a[0], a[1], b[0], b[1]);
    return 0;
}
