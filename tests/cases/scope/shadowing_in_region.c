// A variable that shadows the root inside the region is another variable.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; };

int main(void)
{
    struct atoms atoms = {1}, inner = {50};
    struct sim store = {&atoms}, other = {&inner}, *s = &store;
#pragma pointerchain region begin declare(s->atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
    s->atoms->n += 1;
    {
        struct sim *s = &other;
        s->atoms->n += 1; // expected-warning[aliased-write]{{'s->atoms->n' writes member 'n' of chain 's->atoms->n' through another 's'}}
    }
    for (struct sim *s = &other; s; s = NULL)
        s->atoms->n += 10; // expected-warning[aliased-write]{{'s->atoms->n' writes member 'n' of chain 's->atoms->n' through another 's'}}
    s->atoms->n += 100;
#pragma pointerchain region end
    printf("%d %d\n", atoms.n, inner.n);
    return 0;
}
