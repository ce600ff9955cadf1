// A list that names every chain of a root of which nothing can be hoisted says so; a type of its own it cannot have.
#include <stdio.h>

struct A { int n; struct A *next; };

static int run(struct A *a)
{
    int t = 0;
#pragma pointerchain region begin declare(a->*) // expected-warning[empty-region]{{no chain that the region uses can be hoisted}}
    while (a) {
        t += a->n;
        a = a->next;
    }
#pragma pointerchain region end
    return t;
}

int main(void)
{
    struct A b = {2, NULL}, a = {1, &b};
    printf("%d\n", run(&a));
    return 0;
}
