// The macro comes from a header that Clang's list of included files leaves out.
#ifdef NOT_DEFINED
int skipped;
#endif
#include <stdio.h>
#include "show.h"
struct atoms { int n; };
struct sim { struct atoms *a; };
int main(void)
{
    struct atoms a = {3};
    struct sim store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    s->a->n = SHOW(s->a->n) + 1; // expected-error[stringized-chain]{{SHOW}}
#pragma pointerchain region end
    printf("%d\n", a.n);
    return 0;
}
