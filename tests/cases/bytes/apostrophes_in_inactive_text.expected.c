// compilers: clang-19
// (gcc warns of the lone quotes, and no flag stops it.) What is not compiled need not be tokens: don't count on quotes.
#include <stdio.h>

#if 0
It's "not C at all, it doesn't even end its quotes.
#pragma pointerchain region begin declare(what->ever
#endif
#ifdef NO_SUCH_MACRO
#error don't
#endif
struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1};
    struct sim store = {&atoms}, *sim = &store;
{ int pc_atoms_n = sim->atoms->n;
#if 0
    isn't { "it
#endif
    pc_atoms_n += '\'' + '"' + "'"[0];
sim->atoms->n = pc_atoms_n; }
    printf("%d\n", atoms.n);
    return 0;
}
