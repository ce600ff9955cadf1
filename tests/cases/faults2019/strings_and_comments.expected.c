// 2019: the chain's spelling was replaced in strings and comments.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    /* sim->atoms->n stays in a comment */
    printf("sim->atoms->n = %d\n", pc_atoms_n); // sim->atoms->n here too
    printf("\"sim->atoms->n\" %s\n", "sim->atoms->n" "/* sim->atoms->n */");
}
    return 0;
}
