// 2019: 'sim[i+1].atoms' gave an identifier with a bracket and a plus in it.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms[3] = {{1}, {2}, {3}};
    struct sim sim[3] = {{&atoms[0]}, {&atoms[1]}, {&atoms[2]}};
    for (int i = 0; i < 2; i++) {
#pragma pointerchain region begin declare(sim[i+1].atoms)
        sim[i+1].atoms->n += 10 * sim[i].atoms->n;
#pragma pointerchain region end
    }
    printf("%d %d %d\n", atoms[0].n, atoms[1].n, atoms[2].n);
    return 0;
}
