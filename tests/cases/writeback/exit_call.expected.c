// exit() and abort() are not ways out: the program's memory goes with it. atexit handlers are the user's promise.
#include <stdio.h>
#include <stdlib.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {5};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
    pc_atoms_n += 1;
    if (pc_atoms_n > 5) {
        printf("%d\n", pc_atoms_n);
        exit(3);
    }
sim->atoms->n = pc_atoms_n; }
    return 0;
}
