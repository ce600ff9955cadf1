// The name of the local's type is another thing where the region begins.
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
#pragma pointerchain region begin declare(s->a->h) // expected-error[unsupported-type]{{that name means something else}}
        printf("%d %d\n", s->a->h, word);
#pragma pointerchain region end
    }
    {
        struct A { char c; };
#pragma pointerchain region begin declare(s->a{struct A *}) // expected-error[unsupported-type]{{that name means something else}}
        printf("%d %d\n", s->a->h, (int)sizeof(struct A));
#pragma pointerchain region end
    }
    return 0;
}
