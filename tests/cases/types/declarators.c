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
#pragma pointerchain region begin declare(sim->ops->get, sim->ops->names, sim->ops->rows, sim->ops->table, sim->ops->deep, sim->ops->fast, sim->ops->port, sim->ops->count)
    sim->ops->rows[1][2] += sim->ops->fast[1];
    printf("%d %s %d %s %d %lu\n", (*sim->ops->get(1))[2], sim->ops->names[1], sim->ops->table[1](4),
           (*sim->ops->deep)[1](2, leaf), *sim->ops->port, sim->ops->count());
#pragma pointerchain region end
    return 0;
}
