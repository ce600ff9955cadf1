// (*p).f, parentheses, white space, comments, line ends: one path, one local.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
#pragma pointerchain region begin declare(sim->atoms->n)
    (*sim).atoms->n += 1;
    (*(*sim).atoms).n += 2;
    (sim)->atoms->n += 4;
    ((sim->atoms)->n) += 8;
    ((*((*(sim)).atoms))).n += 16;
    sim /* a */ -> /* b */ atoms // c
        ->
        n += 32;
    sim->atoms->n+=64;
    sim[0].atoms[0].n += 128;
#pragma pointerchain region end
    printf("%d\n", atoms.n);
    return 0;
}
