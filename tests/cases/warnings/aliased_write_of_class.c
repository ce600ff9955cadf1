// Pointers that were made from a link, of types by which the chain's value may be accessed (C11 6.5 paragraph 7), and of others.
#include <stdio.h>

struct atoms { int n; struct atoms *next; };
struct sim { struct atoms *atoms; };
enum kind { NONE, SOME };

int main(void)
{
    struct atoms atoms = {2, 0};
    struct sim store = {&atoms}, *sim = &store;
    unsigned own = 0, *number = (unsigned *)&sim->atoms->n;
    enum kind other = NONE, *kind = (enum kind *)&sim->atoms->n;
    char text = 0, *byte = (char *)sim->atoms;
    long sum = 0, *wide = (long *)sim->atoms;
    void *any = 0, **pointer = (void **)&sim->atoms->next;
    number = &own, kind = &other, byte = &text, wide = &sum, pointer = &any;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{here}} expected-note{{here}} expected-note{{here}}
    *number = 3; // expected-warning[aliased-write]{{'*number' writes member 'n' of chain 'sim->atoms->n' by another path}}
    *kind = SOME; // expected-warning[aliased-write]{{'*kind' writes member 'n'}}
    byte[0] = 1; // expected-warning[aliased-write]{{'byte[0]' writes member 'n'}}
    *wide += sim->atoms->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->next) // expected-note{{here}}
    *pointer = sim->atoms; // expected-warning[aliased-write]{{'*pointer' writes member 'next'}}
    sum += sim->atoms->next == 0;
#pragma pointerchain region end
    printf("%u %d %d %ld %d\n", own, other, text, sum, any == sim->atoms);
    return 0;
}
