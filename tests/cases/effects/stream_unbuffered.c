// A stream without a buffer, or with one of its own, has no memory of the program's.
#include <stdio.h>

struct B { int n; };
struct A { struct B *b; };

static int run(struct A *a, int m)
{
    int t = 0;
    setvbuf(stdout, NULL, _IONBF, 0);
    setvbuf(stderr, (char *)0, _IOLBF, 4096);
    setbuf(stdout, 0);
#pragma pointerchain region begin declare(a->b->n)
    for (int i = 0; i < m; i++) {
        printf("%d\n", i);
        t += a->b->n;
    }
#pragma pointerchain region end
    return t;
}

int main(void)
{
    struct B b = {4};
    struct A a = {&b};
    printf("%d\n", run(&a, 3));
    return 0;
}
