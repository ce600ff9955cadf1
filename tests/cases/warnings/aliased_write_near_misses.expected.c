// Another struct's member of the same name, another member, and reads, are no writes to it.
#include <stdio.h>

struct atoms { int n, m; };
struct boxes { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {2, 1}, others = {3, 4};
    struct boxes boxes = {5}, *b = &boxes;
    struct sim store = {&atoms}, *sim = &store;
    struct atoms *a = &others;
    int total = 0, n = 1;
{ int pc_atoms_n = sim->atoms->n;
    total += pc_atoms_n;
    b->n = 9;
    a->m = 9;
    n = a->n;
    total += pc_atoms_n + n;
}
    printf("%d %d %d\n", total, b->n, a->m);
    return 0;
}
