// Declarators with everything: the local's type is built from them.
#include <stdio.h>

typedef int row[3];
struct ops {
    int (*(*get)(int))[3];
    const char *const names[2];
    row *rows;
    int (*table[2])(int);
    char *(*(*deep)[2])(int, char *(*)(int));
    int *__restrict fast;
    const volatile int *const port;
    unsigned long int (*const count)(void);
};
struct sim { struct ops *ops; };

static int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int (*get(int i))[3] { return grid + i; }
static int inc(int i) { return i + 1; }
static char text[] = "deep";
static char *leaf(int i) { return text + i; }
static char *call(int i, char *(*f)(int)) { return f(i); }
static unsigned long count(void) { return 7; }

int main(void)
{
    char *(*pair[2])(int, char *(*)(int)) = {call, call};
    int fast[2] = {1, 2};
    const volatile int port = 9;
    struct ops ops = {get, {"one", "two"}, grid, {inc, inc}, &pair, fast, &port, count};
    struct sim store = {&ops}, *sim = &store;
{ row *pc_ops_rows = sim->ops->rows; int *pc_ops_fast = sim->ops->fast; int (*(*pc_ops_get)(int))[3] = sim->ops->get; const char *const *pc_ops_names = sim->ops->names; int (**pc_ops_table)(int) = sim->ops->table; char *(*(*pc_ops_deep)[2])(int, char *(*)(int)) = sim->ops->deep; const volatile int *const pc_ops_port = sim->ops->port; unsigned long (*const pc_ops_count)(void) = sim->ops->count;
    pc_ops_rows[1][2] += pc_ops_fast[1];
    printf("%d %s %d %s %d %lu\n", (*pc_ops_get(1))[2], pc_ops_names[1], pc_ops_table[1](4),
           (*pc_ops_deep)[1](2, leaf), *pc_ops_port, pc_ops_count());
}
    return 0;
}
