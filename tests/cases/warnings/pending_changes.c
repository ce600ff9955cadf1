// What tasks, queues and other threads may still change when a region begins that waits for them.
// also: openmp
#include <stdio.h>

struct atoms { int n, m; };
struct sim { struct atoms *atoms, *list[4]; };

static void set(struct sim *sim) { sim->atoms->n = 50; }

static int tasks(struct sim *sim)
{
    int r = 0, go = 0;
#pragma omp task shared(sim)
    sim->atoms->n = 50; // expected-note{{it may be changed here}}
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m) // expected-note{{declared here}}
#pragma omp taskwait // expected-warning[aliased-write]{{'omp taskwait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
    r += sim->atoms->n + sim->atoms->m;
#pragma pointerchain region end
#pragma omp task depend(out : go) // expected-note@+1{{it may be changed here}}
    set(sim);
#pragma omp task depend(in : go) shared(r) pointerchain(sim->atoms->n) // expected-warning[aliased-call]{{'omp task' waits for what 'set' may do to chain 'sim->atoms->n', which is evaluated before that}} expected-note{{declared here}}
    r += sim->atoms->n;
#pragma omp taskwait
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma omp task shared(go)
    go += 1;
#pragma omp taskwait
    r += sim->atoms->n;
#pragma pointerchain region end
#pragma omp taskgroup
    {
#pragma omp task
        sim->atoms->n = 20;
    }
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma omp taskwait
    r += sim->atoms->n;
#pragma pointerchain region end
    for (int i = 0; i < 2; i++) {
#pragma pointerchain region begin declare(sim->atoms->m) // expected-note{{declared here}}
#pragma omp taskwait // expected-warning[aliased-write]{{'omp taskwait' waits for a change of 'sim->atoms->m'}}
        r += sim->atoms->m;
#pragma pointerchain region end
#pragma omp task
        sim->atoms->m = 20; // expected-note{{it may be changed here}}
    }
#pragma omp taskwait
    return r + (go > 9);
}

static int queues(struct sim *sim)
{
    int r = 0;
#pragma acc update self(sim->atoms->n) async(1) // expected-note{{it may be changed here}}
#pragma acc update device(sim->atoms->m) async(1)
#pragma pointerchain region begin declare(sim->atoms->n, sim->atoms->m) // expected-note{{declared here}}
#pragma acc wait(1) // expected-warning[aliased-write]{{'acc wait' waits for a change of 'sim->atoms->n'}}
    r += sim->atoms->n + sim->atoms->m;
#pragma pointerchain region end
#pragma acc update self(sim->atoms->n) async(1)
#pragma acc wait(1)
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma acc wait(1)
    r += sim->atoms->n;
#pragma pointerchain region end
#pragma acc update self(sim->list[2]->n) async(1)
#pragma acc update self((*(*sim).atoms).m) async(1) // expected-note{{it may be changed here}}
#pragma pointerchain region begin declare(sim->atoms->m) // expected-note{{declared here}}
#pragma acc wait(1) // expected-warning[aliased-write]{{'acc wait' waits for a change of '(*(*sim).atoms).m'}}
    r += sim->atoms->m;
#pragma pointerchain region end
    return r;
}

static int team(struct sim *sim)
{
    int r = 0;
#pragma omp parallel reduction(+ : r)
    {
#pragma omp master
        sim->atoms->n = 4; // expected-note{{it may be changed here}}
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma omp barrier // expected-warning[aliased-write]{{'omp barrier' waits for a change of 'sim->atoms->n'}}
        r += sim->atoms->n > 0;
#pragma pointerchain region end
#pragma omp single
        sim->atoms->m = 5;
#pragma pointerchain region begin declare(sim->atoms->m)
#pragma omp barrier
        r += sim->atoms->m > 0;
#pragma pointerchain region end
    }
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma omp parallel reduction(+ : r)
    {
#pragma omp barrier
        r += sim->atoms->n > 0;
    }
#pragma pointerchain region end
    return r;
}

int main(void)
{
    struct atoms a = {1, 2};
    struct sim store = {&a, {&a, &a, &a, &a}};
    printf("%d\n", tasks(&store) + queues(&store) + team(&store) > 0);
    return 0;
}
