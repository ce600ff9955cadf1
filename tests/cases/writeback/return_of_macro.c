// expects: same output
// A macro spells all that is returned, or its end.
#include <stdio.h>

struct S { int n; };
#define ID(a) a
#define FIRST(a, b) a

static int leave(struct S *s, int how)
{
#pragma pointerchain region begin declare(s->n)
    s->n += 10;
    if (how == 0)
        return ID(s->n);
    if (how == 1)
        return ID(7);
    if (how == 2)
        return 1 + FIRST(s->n, how);
#pragma pointerchain region end
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
