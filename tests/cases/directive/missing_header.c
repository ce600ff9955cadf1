// What follows from a header that is not there is not said.
#include "no_such_header.h" // expected-error[source-error]{{'no_such_header.h' file not found}}

int f(struct no_such_struct *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    return sim->atoms->n;
#pragma pointerchain region end
}
