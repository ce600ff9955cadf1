// A keyword that is a macro in a branch that the preprocessor skips is none.
#include <stdio.h>
#ifndef __STDC__
#define const
#endif

struct st { const int *p; };

int main(void)
{
    int v[3] = {1, 2, 3}, r = 0;
    struct st store = {v}, *s = &store;
#pragma pointerchain region begin declare(s->p)
    for (int i = 0; i < 3; i++) r += s->p[i];
#pragma pointerchain region end
    printf("%d\n", r);
    return 0;
}
