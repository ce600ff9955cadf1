// The name of a function's result type means another type where a value is kept while the region ends.
#include <stdio.h>

struct pair { int a, b; };
typedef double number;

static number half(struct pair *p)
{
    number given = 5;
#pragma pointerchain deepcopy region begin(p[0:1])
    {
        typedef int number;
        number two = 2;
        if (p->a) return given / two; // expected-error[verification]:19{{the name of the function's result type means something else here}}
    }
#pragma pointerchain deepcopy region end
    return 0;
}

int main(void)
{
    struct pair p = {1, 2};
    printf("%g\n", half(&p));
    return 0;
}
