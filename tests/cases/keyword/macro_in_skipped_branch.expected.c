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
{ const int *pc_p = s->p;
    for (int i = 0; i < 3; i++) r += pc_p[i];
}
    printf("%d\n", r);
    return 0;
}
