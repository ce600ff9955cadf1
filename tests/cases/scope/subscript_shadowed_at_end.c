// The chain's subscript is taken over in the region's own block, and where a way out stands.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms[3]; };

int main(void)
{
    struct atoms a = {1}, b = {10}, c = {100};
    struct sim store = {{&a, &b, &c}}, *sim = &store;
    for (int k = 0, i = 1; k < 3; k++) {
#pragma pointerchain region begin declare(sim->atoms[i]->n) // expected-note{{declared here}}
        sim->atoms[i]->n += 1;
        for (int i = 0; i < 3; i += 2)
            if (k == 1 && i == 2)
                goto next;
        int i = 2;
        sim->atoms[i]->n += 5; // expected-warning[aliased-write]{{'sim->atoms[i]->n'}}
#pragma pointerchain region end
next:
        ;
    }
    printf("%d %d %d\n", a.n, b.n, c.n);
    return 0;
}
