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
#pragma pointerchain declare(sim->ops->other{int (*)(int, int)}, sim->ops->combine{binary}, sim->ops->table{int (*)[2]})
#pragma pointerchain region begin
    result = sim->ops->combine(10, 4) * sim->ops->other(10, 4) + sim->ops->table[1][0];
#pragma pointerchain region end
    printf("%d\n", result);
    return 0;
}
