// 2019: a chain was evaluated at its declare, and was stale after a pointer swap.
#include <stdio.h>

struct field { double *now, *next; };
struct sim { struct field *field; };

int main(void)
{
    double a[2] = {1, 2}, b[2] = {0, 0};
    struct field field = {a, b};
    struct sim store = {&field}, *sim = &store;

    for (int step = 0; step < 3; step++) {
{ double *__restrict pc_field_next = sim->field->next; double *__restrict pc_field_now = sim->field->now;
        for (int i = 0; i < 2; i++)
            pc_field_next[i] = pc_field_now[i] * 10 + step;
}
        double *swap = sim->field->now;
        sim->field->now = sim->field->next;
        sim->field->next = swap;
    }
    printf("%g %g %g %g\n", a[0], a[1], b[0], b[1]);
    return 0;
}
