// Every way out of a deepcopy region ends it, innermost first; the value returned is computed before.
// compilers: gcc
#include <stdio.h>

struct pair { int a, b; };

static int half(int x) { return x / 2; }

static struct pair *found(struct pair *p, int n)
{
#pragma pointerchain deepcopy region begin(p[0:n])
    for (int i = 0; i < n; i++) {
#pragma pointerchain deepcopy region begin(p[i])
        if (p[i].a > 9) break;
        if (p[i].b > 9) continue;
        if (p[i].a == 7)
            return p + half(i);
        else if (p[i].a == 8)
            goto out;
        p[i].a++;
        switch (p[i].b) {
        case 1: p[i].b = 2; break;
        default: break;
        }
#pragma pointerchain deepcopy region end
    }
#pragma pointerchain deepcopy region end
out:
    return NULL;
}

static void no_value(struct pair *p)
{
    int times = 0;
again:;
#pragma pointerchain deepcopy region begin(p[0:1])
    int kept = p->a;
    if (p->b > 3) return;
#pragma pointerchain deepcopy region end
    if (kept + times++ < 3) goto again;
}

int main(void)
{
    struct pair pairs[4] = {{1, 1}, {2, 12}, {7, 3}, {8, 4}};
    printf("%d\n", (int)(found(pairs, 4) - pairs));
    no_value(pairs);
    printf("%d %d %d\n", pairs[0].a, pairs[0].b, pairs[1].a);
    return 0;
}
