// A chain of an inner region may be read, where that begins, from what the outer one has changed: it is named.
#include <stdio.h>

struct vector { int n, m; };
struct sim { struct vector own; int k; };

static void run(struct sim *s, struct vector *v)
{
#pragma pointerchain region begin declare(v->n) // expected-note{{declared here}}
    v->n++;
#pragma pointerchain region begin declare(s->own) // expected-warning[aliased-read]{{'s->own' reads member 'n' of chain 'v->n'}}
    s->own.m += s->k;
#pragma pointerchain region end
    v->n += 2;
#pragma pointerchain region end
}

int main(void)
{
    struct vector v = {1, 0};
    struct sim s = {{2, 1}, 3};
    run(&s, &v);
    printf("%d %d\n", v.n, s.own.m);
    return 0;
}
