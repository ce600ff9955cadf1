// expects: same output
// Two regions of one chain's name begin and end in macros' arguments.
#include <stdio.h>

struct S { int n; };
#define SAME(...) __VA_ARGS__

static int more(struct S *s, int by)
{
    SAME({ int pc_n = s->n;)
    pc_n += by;
    SAME(s->n = pc_n; })
    return s->n;
}

int main(void)
{
    struct S store = {1}, *s = &store;
    SAME({ int pc_n = s->n;)
    printf("%d ", pc_n);
    SAME(})
    printf("%d\n", more(s, 2));
    return 0;
}
