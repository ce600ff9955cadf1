// Function pointers, by typedef, plain, and in an array.
// also: c++
#include <stdio.h>

typedef int (*op)(int);
struct ops { op by_name; int (*plain)(int, int); op table[2]; void (*none)(void); };
struct sim { struct ops *ops; };

static int twice(int a) { return 2 * a; }
static int next(int a) { return a + 1; }
static int add(int a, int b) { return a + b; }
static void hello(void) { printf("hello\n"); }

int main(void)
{
    struct ops ops = {twice, add, {twice, next}, hello};
    struct sim store = {&ops}, *sim = &store;
#pragma pointerchain region begin declare(sim->ops->by_name, sim->ops->plain, sim->ops->table, sim->ops->none{void (*)(void)})
    printf("%d %d %d\n", sim->ops->by_name(5), (*sim->ops->plain)(1, 2), sim->ops->table[1](7));
    sim->ops->none();
    sim->ops->by_name = next;
    printf("%d\n", sim->ops->by_name(5));
#pragma pointerchain region end
    printf("%d\n", ops.by_name(5));
    return 0;
}
