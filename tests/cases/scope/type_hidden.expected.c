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
{ __typeof__(s->a->h) pc_a_h = s->a->h;
        printf("%d %d\n", pc_a_h, word);
}
    }
    return 0;
}
