// The subscript's variable could change through a pointer.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[2]; };

int main(void)
{
    struct atoms a = {1}, b = {2};
    struct sim store = {{&a, &b}}, *sim = &store;
    int i = 0;
#pragma pointerchain region begin declare(sim->atoms[i]->n) // expected-note{{declared here}}
    sim->atoms[i]->n += 1;
    if (sscanf("1", "%d", &i) == 1) // expected-error{{'sim->atoms[i]->n'}}
        sim->atoms[i]->n += 1;
#pragma pointerchain region end
    printf("%d\n", b.n);
    return 0;
}
