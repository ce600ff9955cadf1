// expects: same output
// A macro spells all that is returned, or its end.
#include <stdio.h>

struct S { int n; };
#define ID(a) a
#define FIRST(a, b) a

static int leave(struct S *s, int how)
{
{ int pc_n = s->n;
    pc_n += 10;
    if (how == 0)
        { int pc_result = (ID(pc_n)); s->n = pc_n; return pc_result; }
    if (how == 1)
        { int pc_result = (ID(7)); s->n = pc_n; return pc_result; }
    if (how == 2)
        { int pc_result = (1 + FIRST(pc_n, how)); s->n = pc_n; return pc_result; }
s->n = pc_n; }
    return 0;
}

int main(void)
{
    struct S s = {1};
    for (int how = 0; how < 4; how++) {
        int got = leave(&s, how);
        printf("%d %d\n", got, s.n);
    }
    return 0;
}
