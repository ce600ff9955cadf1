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
#pragma pointerchain region begin declare(sim->atoms->raw, sim->atoms->hidden, sim->atoms->source)
    if (!sim->atoms->hidden)
        memcpy(sim->atoms->raw, sim->atoms->source, 2);
#pragma pointerchain region end
    printf("%s\n", to);
    return 0;
}
