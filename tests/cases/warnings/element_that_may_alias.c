// A pointer to a type that may lie over any leads to a chain's element, too.
#include <stdio.h>

typedef float __attribute__((may_alias)) loose;
struct atoms { int x[4]; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {{1, 2, 3, 4}};
    struct sim store = {&atoms}, *s = &store;
    loose *q = (loose *)s->atoms->x;
    int sum = 0;
#pragma pointerchain region begin declare(s->atoms->x[0]) // expected-note{{declared here}}
    sum += s->atoms->x[0];
    q[1] = 0; // expected-warning[aliased-write]{{'q[1]' writes member 'x' of chain 's->atoms->x[0]' by another path}}
    sum += s->atoms->x[0];
#pragma pointerchain region end
    printf("%d %d\n", sum, atoms.x[1]);
    return 0;
}
