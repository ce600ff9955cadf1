// What the region changes while a called function may see it is left as it is, for nobody has named it.
// also: c++
#include <stdio.h>

struct T { double z; int n; struct T *other; };

static double peek(const struct T *t) { return t->z; }

static double run(struct T *t, struct T *alias)
{
    double s = 0;
#pragma pointerchain region declare(t->*)
    for (int i = 0; i < t->n; i++) {
        t->z += 1;
        s += peek(t) + alias->z;
        s += t->other->z;
    }
    return s;
}

int main(void)
{
    struct T b = {5, 0, NULL}, a = {1, 3, &b};
    printf("%g\n", run(&a, &a));
    return 0;
}
