// Where nothing is written back, even a computed goto may leave.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
    void *where = &&done;
{ int pc_atoms_n = sim->atoms->n;
    printf("%d\n", pc_atoms_n);
    if (pc_atoms_n > 4)
        goto *where;
    printf("not reached\n");
}
done:
    return 0;
}
