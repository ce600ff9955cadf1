// A number in a packed struct is read and written back by its name.
#include <stdio.h>

struct __attribute__((packed)) tight { char c; int n; char text[3]; };
struct outer { struct tight *tight; };

int main(void)
{
    struct tight tight = {1, 5, "ab"};
    struct outer store = {&tight}, *outer = &store;
#pragma pointerchain region begin declare(outer->tight->n, outer->tight->text)
    outer->tight->n += outer->tight->text[1];
#pragma pointerchain region end
    printf("%d\n", tight.n);
    return 0;
}
