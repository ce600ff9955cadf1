// A chain with a constant subscript in the length of a variable-length array.
#include <stdio.h>

struct A { unsigned p; };
struct S { struct A *arr[3]; };

int main(void)
{
    struct A a = {5};
    struct S store = {{&a, &a, &a}}, *s = &store;
    int t = 0;
#pragma pointerchain region begin declare(s->arr[2])
    int v[t ? 1 : s->arr[2]->p % 3];
    t = (int)(sizeof v / sizeof *v);
#pragma pointerchain region end
    printf("%d\n", t);
    return 0;
}
