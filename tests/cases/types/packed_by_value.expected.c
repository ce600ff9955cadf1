// A number in a packed struct is read and written back by its name.
#include <stdio.h>

struct __attribute__((packed)) tight { char c; int n; char text[3]; };
struct outer { struct tight *tight; };

int main(void)
{
    struct tight tight = {1, 5, "ab"};
    struct outer store = {&tight}, *outer = &store;
{ int pc_tight_n = outer->tight->n; char *pc_tight_text = outer->tight->text;
    pc_tight_n += pc_tight_text[1];
outer->tight->n = pc_tight_n; }
    printf("%d\n", tight.n);
    return 0;
}
