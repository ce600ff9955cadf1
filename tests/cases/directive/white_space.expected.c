// Tabs, indents, blanks around '#', and none where none is needed.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[1] = {1};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
	  
      { int *__restrict pc_atoms_r = sim->atoms->r; int pc_atoms_n = sim->atoms->n;
    pc_atoms_r[0] = pc_atoms_n * 4;
}
    printf("%d\n", r[0]);
    return 0;
}
