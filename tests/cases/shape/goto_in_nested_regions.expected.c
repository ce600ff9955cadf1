// A goto inside the inner of two regions of which only one keeps a local.
#include <stdio.h>

struct ms { const char *src; int n; };

static int match(struct ms *ms, const char *s, const char *p)
{
{ const char *pc_src = ms->src;
init:
    if (*p) {

        switch (*p) {
        case 'b':
            if (s == pc_src) return 2;
            goto dflt;
        case 'c': p++; goto init;
        default:
        dflt: { s++; break; }
        }

    }
}
    return s == ms->src;
}

int main(void)
{
    struct ms ms = {"x", 1};
    printf("%d %d %d\n", match(&ms, ms.src, "b"), match(&ms, ms.src, "cb"), match(&ms, ms.src, "d"));
    return 0;
}
