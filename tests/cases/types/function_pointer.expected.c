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
{ op pc_ops_by_name = sim->ops->by_name; int (*pc_ops_plain)(int, int) = sim->ops->plain; op *pc_ops_table = sim->ops->table; void (*pc_ops_none)(void) = sim->ops->none;
    printf("%d %d %d\n", pc_ops_by_name(5), (*pc_ops_plain)(1, 2), pc_ops_table[1](7));
    pc_ops_none();
    pc_ops_by_name = next;
    printf("%d\n", pc_ops_by_name(5));
sim->ops->by_name = pc_ops_by_name; }
    printf("%d\n", ops.by_name(5));
    return 0;
}
