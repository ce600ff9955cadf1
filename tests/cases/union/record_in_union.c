// A union that holds the struct of a chain has members over it, by whatever path they are named.
// run: no
#include <stdio.h>

struct atoms { int n; double e; };
struct sim { struct atoms *a; };
struct pair { float first, second; };
union word { struct { struct atoms at; } in; int raw[4]; struct pair pair; };
union other { int k; struct pair pair; };

static int run(struct sim *s, union word *w, union other *o)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}} expected-note{{here}}
    t += s->a->n;
    w->raw[0] = 9; // expected-warning[aliased-write]{{'w->raw[0]' writes what lies over a member of chain 's->a->n'}}
    w->pair.first = 2; // expected-warning[aliased-write]{{'w->pair' writes what lies over a member of chain 's->a->n'}}
    o->k = 1;
    o->pair.first = 1;
    t += s->a->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n) // expected-note{{here}}
    s->a->n = 3;
    t += w->raw[0]; // expected-warning[aliased-read]{{'w->raw[0]' reads}}
    t += o->k;
#pragma pointerchain region end
    return t;
}

int main(void)
{
    union word w = {.raw = {1, 2, 3, 4}};
    union other o = {1};
    struct sim s = {&w.in.at};
    printf("%d\n", run(&s, &w, &o));
    return 0;
}
