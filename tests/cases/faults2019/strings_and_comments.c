// 2019: the chain's spelling was replaced in strings and comments.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {3};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    /* sim->atoms->n stays in a comment */
    printf("sim->atoms->n = %d\n", sim->atoms->n); // sim->atoms->n here too
    printf("\"sim->atoms->n\" %s\n", "sim->atoms->n" "/* sim->atoms->n */");
#pragma pointerchain region end
    return 0;
}
