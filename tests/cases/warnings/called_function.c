// Functions that change a global subscript, root or member: their bodies show it, or could.
#include <stdio.h>
#include <stdlib.h>

struct atoms { int n, m; };
struct sim { struct atoms *list[2]; };
static struct atoms a = {1, 2}, b = {3, 4};
static struct sim store = {{&a, &b}}, other = {{&b, &a}}, *root = &store;
static int at;

static void bump(void) { at = !at; }
static void twice(void) { bump(); bump(); }
static int compare(const void *one, const void *two)
{
    root = &other;
    return *(const int *)one - *(const int *)two;
}
static void count(struct atoms *atoms) { atoms->n += 1; }
static int seen(const struct atoms *atoms) { int at = atoms->m; at++; return at; }
int unseen(void);

static int run(struct sim *sim, struct atoms *more)
{
    int v[3] = {3, 2, 1}, total = 0;
#pragma pointerchain region begin declare(sim->list[at]->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    total += sim->list[at]->n;
    twice(); // expected-warning[aliased-call]{{'twice' could change 'sim->list[at]->n'}}
    bump(); // expected-warning[aliased-call]{{'bump' could change 'sim->list[at]->n'}}
    count(more); // expected-warning[aliased-call]{{'count' could change 'sim->list[at]->n'}}
    total += seen(more);
    total += unseen();
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->list[at]->m) // expected-note{{declared here}}
    sim->list[at]->m += 1;
    total += unseen(); // expected-warning[aliased-call]{{'unseen' could read or change 'sim->list[at]->m', which the region changes}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(root->list[0]->n) // expected-note{{declared here}}
    total += root->list[0]->n;
    qsort(v, 3, sizeof *v, compare); // expected-warning[aliased-call]{{'qsort' could change 'root->list[0]->n'}}
#pragma pointerchain region end
    return total;
}

int unseen(void) { __asm__ volatile(""); return at; }

int main(void)
{
    struct atoms more = {7, 8};
    int total = run(&store, &more);
    printf("%d %d\n", total > 0, a.m + b.m);
    return 0;
}
