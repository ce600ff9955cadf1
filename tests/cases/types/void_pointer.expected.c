// A chain to void and one to an incomplete type are pointers as any.
#include <stdio.h>
#include <string.h>

struct hidden;
struct atoms { void *raw; struct hidden *hidden; const void *source; };
struct sim { struct atoms *atoms; };

int main(void)
{
    char to[4] = "abc", from[4] = "xyz";
    struct atoms atoms = {to, 0, from};
    struct sim store = {&atoms}, *sim = &store;
{ struct hidden *pc_atoms_hidden = sim->atoms->hidden; void *pc_atoms_raw = sim->atoms->raw; const void *pc_atoms_source = sim->atoms->source;
    if (!pc_atoms_hidden)
        memcpy(pc_atoms_raw, pc_atoms_source, 2);
}
    printf("%s\n", to);
    return 0;
}
