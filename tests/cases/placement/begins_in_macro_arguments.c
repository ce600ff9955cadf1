// expects: same output
// Two regions of one chain's name begin and end in macros' arguments.
#include <stdio.h>

struct S { int n; };
#define SAME(...) __VA_ARGS__

static int more(struct S *s, int by)
{
    SAME(_Pragma("pointerchain region begin declare(s->n)"))
    s->n += by;
    SAME(_Pragma("pointerchain region end"))
    return s->n;
}

int main(void)
{
    struct S store = {1}, *s = &store;
    SAME(_Pragma("pointerchain region begin declare(s->n)"))
    printf("%d ", s->n);
    SAME(_Pragma("pointerchain region end"))
    printf("%d\n", more(s, 2));
    return 0;
}
