// Tabs, indents, blanks around '#', and none where none is needed.
#include <stdio.h>

struct atoms { int n; int *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    int r[1] = {1};
    struct atoms atoms = {2, r};
    struct sim store = {&atoms}, *sim = &store;
	  #	pragma	pointerchain	declare	(	sim->atoms->n	{int}	,sim->atoms->r{int*:restrict})
      #pragma   pointerchain   region   begin
    sim->atoms->r[0] = sim->atoms->n * 4;
#  pragma pointerchain region end
    printf("%d\n", r[0]);
    return 0;
}
