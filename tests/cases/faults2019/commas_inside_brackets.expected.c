// 2019: a list was split at every comma.
#include <stdio.h>

typedef int (*binary)(int, int);
struct ops { binary combine; int (*other)(int, int); int table[2][2]; };
struct sim { struct ops *ops; };

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

int main(void)
{
    struct ops ops = {add, sub, {{1, 2}, {3, 4}}};
    struct sim store = {&ops}, *sim = &store;
    int result = 0;

{ binary pc_ops_combine = sim->ops->combine; int (*pc_ops_other)(int, int) = sim->ops->other; int (*pc_ops_table)[2] = sim->ops->table;
    result = pc_ops_combine(10, 4) * pc_ops_other(10, 4) + pc_ops_table[1][0];
}
    printf("%d\n", result);
    return 0;
}
