// A chain of an inner region may be read, where that begins, from what the outer one has changed: it is named.
#include <stdio.h>

struct vector { int n, m; };
struct sim { struct vector own; int k; };

static void run(struct sim *s, struct vector *v)
{
{ int pc_n = v->n; // expected-note{{declared here}}
    pc_n++;
{ struct vector pc_own = s->own; // expected-warning[aliased-read]{{'s->own' reads member 'n' of chain 'v->n'}}
    pc_own.m += s->k;
s->own = pc_own; }
    pc_n += 2;
v->n = pc_n; }
}

int main(void)
{
    struct vector v = {1, 0};
    struct sim s = {{2, 1}, 3};
    run(&s, &v);
    printf("%d %d\n", v.n, s.own.m);
    return 0;
}
