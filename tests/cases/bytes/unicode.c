// UTF-8 in comments, strings and identifiers: Länge, 長さ.
#include <stdio.h>

struct größe { int länge; int *r; };
struct sim { struct größe *größe; };

int main(void)
{
    int r[1] = {4};
    struct größe größe = {3, r};
    struct sim store = {&größe}, *sim = &store; // α
#pragma pointerchain region begin declare(sim->größe->länge, sim->größe->r{int*:restrict}) // β
    /* → */ sim->größe->länge += sim->größe->r[0]; printf("länge → %d\n", sim->größe->länge);
#pragma pointerchain region end
    printf("%d\n", größe.länge);
    return 0;
}
