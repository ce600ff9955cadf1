// expects: same output
// An enumerator of a block hides the variable of a subscript, in a block and in a loop.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1}, two = {2};
    struct S s[2] = {{&one}, {&two}};
    int i = 0, sum = 0;
#pragma pointerchain region begin declare(s[i].a->n)
    sum += s[i].a->n;
    {
        enum { j, i };
        sum += 10 * s[i].a->n + j;
    }
    sum += 100 * s[i].a->n;
    for (int k = 0; k < (int)sizeof(enum { h, i }); k += 100)
        sum += 1000 * s[i].a->n + h;
    sum += 10000 * s[i].a->n;
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
