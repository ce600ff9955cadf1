// UTF-8 in comments, strings and identifiers: Länge, 長さ.
#include <stdio.h>

struct größe { int länge; int *r; };
struct sim { struct größe *größe; };

int main(void)
{
    int r[1] = {4};
    struct größe größe = {3, r};
    struct sim store = {&größe}, *sim = &store; // α
{ int pc_gre_lnge = sim->größe->länge; int *__restrict pc_gre_r = sim->größe->r; // β
    /* → */ pc_gre_lnge += pc_gre_r[0]; printf("länge → %d\n", pc_gre_lnge);
sim->größe->länge = pc_gre_lnge; }
    printf("%d\n", größe.länge);
    return 0;
}
