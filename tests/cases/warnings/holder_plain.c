// A pointer, a struct and a global from before the region that lead to what a chain depends on.
#include <stdio.h>

struct atoms { int n; };
struct sim { struct atoms *atoms; struct atoms *list[2]; };
struct job { int *at; const struct sim *seen; };

static int *kept;
static void bump(int **at) { **at += 0; }
static void later(void) { *kept += 0; }
static void run(struct job *job) { *job->at += 0; }
static int look(const struct sim *sim) { return sim->atoms->n; }
static void leave(struct sim **sim) { (*sim)->atoms->n += 0; }

#define LATER(f) __attribute__((cleanup(f)))

int main(void)
{
    struct atoms one = {1}, two = {2};
    struct sim store = {&one, {&one, &two}}, *sim = &store;
    int i = 1, sum = 0;
    int *where = &i;
    struct job job = {where, sim};
#pragma pointerchain region begin declare(sim->list[i]->n) // expected-note{{here}} expected-note{{here}}
    run(&job); // expected-warning[aliased-call]{{'run' could change 'sim->list[i]->n'}}
    {
        LATER(bump) int *end = where; // expected-warning[aliased-call]{{'bump' could change}}
        sum += sim->list[i]->n + *end;
    }
    sum += look(job.seen) + *job.at;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{here}}
    {
        __attribute__((__cleanup__(leave))) struct sim *end = sim; // expected-warning[aliased-call]{{'leave' could}}
        sum += sim->atoms->n + (end != 0);
    }
#pragma pointerchain region end
    kept = &i;
#pragma pointerchain region begin declare(sim->list[i]->n) // expected-note{{here}}
    later(); // expected-warning[aliased-call]{{'later' could change 'sim->list[i]->n'}}
    sum += sim->list[i]->n;
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
