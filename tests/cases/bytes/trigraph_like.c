// Question marks that are no trigraphs without -trigraphs stay what they are.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    printf("what?! %d '\"' '\\' %c\n", sim->atoms->n, '"');
    printf("/* %d */ // \n", sim->atoms->n /* "sim->atoms->n */);
#pragma pointerchain region end
    return 0;
}
