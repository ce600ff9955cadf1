// expects: same output
// The name of the chain's type is a variable's where the region begins.
#include <stdio.h>

typedef short word;
struct A { word h; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {300};
    struct S store = {&one}, *s = &store;
    {
        int word = 3;
#pragma pointerchain region begin declare(s->a->h)
        printf("%d %d\n", s->a->h, word);
#pragma pointerchain region end
    }
    return 0;
}
