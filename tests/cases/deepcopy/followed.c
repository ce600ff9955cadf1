// What a length certainly dereferences is tested first; what it guards itself, and what is not evaluated, is not.
// also: c++
#include <stdio.h>

struct info { int n, k[3]; struct info *next; };
struct width { int w; };
static struct width own, *global;
#define COUNT(x) ((x)->n)
#define WIDE global->w
#define WIDEST global[0].w
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
typedef struct data {
    int n;
    struct info *info, **rows, in[2];
    double *a, *b, *c, *d, *e, *f, *g, *h, *i, *j, *k, *l, *m, *begin, *end;
    const char *s[2];
} data;
#pragma pointerchain shape(struct info: next[1])
#pragma pointerchain shape(data: info[1], rows[n][1], a[info->n], b[rows[info->n]->n], c[info ? info->n : 0])
#pragma pointerchain shape(data: d[COUNT(info)], e[WIDE], f[LARGER(info->n, (global + 1)->w)])
#pragma pointerchain shape(data: g[sizeof(info->n)], h[in->n + in[1].next->k[n]], i[*s[0]], l[(&own)->w])
#pragma pointerchain shape(data: j[&info->k[2] - &info->k[1]], k[(*rows)->n], m[(info && info->n) || rows[1]->n])
#pragma pointerchain shape(data: begin[end - &begin[0]], end[WIDEST], s[1])

static int walk(data *all)
{
#pragma pointerchain deepcopy region begin(all)
    all->n += own.w;
#pragma pointerchain deepcopy region end
    return all->n;
}

int main(void)
{
    static data one;
    one.n = 3;
    printf("%d %d\n", walk(&one), global != NULL);
    return 0;
}
