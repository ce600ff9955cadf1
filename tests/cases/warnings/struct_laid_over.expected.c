// A struct that a cast lays over a chain's has members over that one's, in the region and in what it calls.
// run: no
// args: -fno-strict-aliasing
#include <stdio.h>

struct atoms { int n; double e; };
struct sim { struct atoms *a; };
struct counted { int count; double f; };
struct holding { struct atoms first; int more; };
static void count(struct atoms *a) { ((struct counted *)a)->count = 9; }
static void counts(struct atoms *a) { struct counted *c = (struct counted *)a; c->count++; }
static void frees(struct atoms *a) { ((struct counted *)a)->f = 9; }
static void more(struct atoms *a) { ((struct holding *)a)->more = 9; }

static int run(struct sim *s, struct atoms *o)
{
    int t = 0;
{ int pc_a_n = s->a->n; // expected-note{{here}} expected-note{{here}} expected-note{{here}}
    t += pc_a_n;
    ((struct counted *)o)->count = 9; // expected-warning[aliased-write]{{writes}}
    ((struct counted *)o)->f = 9;
    count(o); // expected-warning[aliased-call]{{'count' could change 's->a->n'}}
    counts(s->a); // expected-warning[aliased-call]{{'counts', which could change 's->a->n'}}
    frees(o);
    more(o);
    t += pc_a_n;
}
    return t;
}

int main(void)
{
    struct holding one = {{1, 2}, 3};
    struct sim s = {&one.first};
    printf("%d\n", run(&s, &one.first));
    return 0;
}
