// Values that are returned out of a deepcopy region: of a macro, over several lines, and none.
#include <stdio.h>

struct pair { int a, b; };
#define LAST(x) (void)(x), 1 + (x)

static struct pair *found(struct pair *p, int n)
{
#pragma pointerchain deepcopy region begin(p[0:1])
    if (n > 5) return NULL;
    if (n > 4) return
        p + 1
        ;
#pragma pointerchain deepcopy region end
    return p;
}

static void show(const struct pair *p) { printf("%d %d\n", p->a, p->b); }

static int last(struct pair *p, int n)
{
#pragma pointerchain deepcopy region begin(p[0:1])
    if (n > 5) return LAST(p->a);
    if (n > 4) return show(p), p->b + n;
#pragma pointerchain deepcopy region end
    return 0;
}

static void nothing(struct pair *p, int n)
{
#pragma pointerchain deepcopy region begin(p[0:1])
    if (n > 5) return show(p);
#pragma pointerchain deepcopy region end
    printf("no\n");
}

int main(void)
{
    struct pair p[2] = {{1, 2}, {3, 4}};
    for (int n = 4; n < 7; n++) {
        const struct pair *q = found(p, n);
        printf("%d %d\n", q != NULL ? (int)(q - p) : -1, last(p, n));
        nothing(p, n);
    }
    return 0;
}
