// A link with an offset, the address of another element, and either through a cast or a choice; near misses after them.
#include <stdio.h>

struct atoms { int n, m; };
struct sim { int b[4], box[2][3], *p; struct atoms *list, all[3]; };

static void fill(int *p) { __asm__ volatile(""); if (!p) puts("none"); }
static int sum(const int *p) { return p[0] + p[1]; }
static void grow(struct atoms *a) { __asm__ volatile(""); if (!a) puts("none"); }
static void bytes(void *p) { __asm__ volatile(""); if (!p) puts("none"); }

int main(void)
{
    int r[4] = {1, 2, 3, 4}, k = 1, total = 0;
    struct atoms list[3] = {{1, 2}, {3, 4}, {5, 6}};
    struct sim store = {{1, 2, 3, 4}, {{1, 2, 3}, {4, 5, 6}}, r, list, {{1, 2}, {3, 4}, {5, 6}}}, *sim = &store;
#pragma pointerchain region begin declare(sim->b[2]) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    fill(&sim->b[1]); // expected-warning[aliased-call]:11{{'sim->b[1]' is passed to 'fill', which could change 'sim->b[2]'}}
    fill(sim->b + 1); // expected-warning[aliased-call]{{'sim->b' is passed to 'fill'}}
    bytes((char *)sim->b + 8); // expected-warning[aliased-call]{{'sim->b' is passed to 'bytes'}}
    total += sum(&sim->b[1]) + sim->b[2] + sum(sim->b + 2);
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->p[1]) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    fill(sim->p + 1); // expected-warning[aliased-call]{{'sim->p' is passed to 'fill'}}
    fill(k ? sim->p : r); // expected-warning[aliased-call]{{'sim->p' is passed to 'fill'}}
    fill(&sim->p[0]); // expected-warning[aliased-call]{{'sim->p[0]' is passed to 'fill'}}
    total += sim->p[1] + sum(&sim->p[0]);
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->box[1][0]) // expected-note{{declared here}} expected-note{{declared here}}
    fill(sim->box[0]); // expected-warning[aliased-call]{{'sim->box[0]' is passed to 'fill'}}
    fill(&sim->box[0][1]); // expected-warning[aliased-call]{{'sim->box[0][1]' is passed to 'fill'}}
    total += sim->box[1][0];
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->all[1].n, sim->list->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    grow(sim->all + 1); // expected-warning[aliased-call]{{'sim->all' is passed to 'grow'}}
    grow(&sim->all[0]); // expected-warning[aliased-call]{{'sim->all[0]' is passed to 'grow'}}
    grow(&sim->list[k]); // expected-warning[aliased-call]{{'sim->list[k]' is passed to 'grow'}}
    grow(&sim->list[1]); // expected-warning[aliased-call]{{'sim->list[1]' is passed to 'grow'}}
    grow(sim->list + k); // expected-warning[aliased-call]{{'sim->list' is passed to 'grow'}}
    bytes(&sim->all[0].n); // expected-warning[aliased-call]{{'sim->all[0].n' is passed to 'bytes', which could change 'sim->list->n'}}
    total += sim->all[1].n + sim->list->n + sum(&sim->all[2].n);
    total += (int)(sim->list + 1 - sim->list);
#pragma pointerchain region end
    printf("%d %d %d %d %d\n", total, sim->b[2], r[1], sim->all[1].n, list[0].n);
    return 0;
}
