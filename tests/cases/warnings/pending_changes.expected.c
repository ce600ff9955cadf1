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
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_m = sim->atoms->m; // expected-note{{declared here}}
#pragma omp taskwait // expected-warning[aliased-write]{{'omp taskwait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
    r += pc_atoms_n + pc_atoms_m;
}
#pragma omp task depend(out : go) // expected-note@+1{{it may be changed here}}
    set(sim);
{ int pc_atoms_n = sim->atoms->n; _Pragma("omp task depend(in : go) shared(r)") // expected-warning[aliased-call]{{'omp task' waits for what 'set' may do to chain 'sim->atoms->n', which is evaluated before that}} expected-note{{declared here}}
    r += pc_atoms_n; }
#pragma omp taskwait
{ int pc_atoms_n = sim->atoms->n;
#pragma omp task shared(go)
    go += 1;
#pragma omp taskwait
    r += pc_atoms_n;
}
#pragma omp taskgroup
    {
#pragma omp task
        sim->atoms->n = 20;
    }
{ int pc_atoms_n = sim->atoms->n;
#pragma omp taskwait
    r += pc_atoms_n;
}
    for (int i = 0; i < 2; i++) {
{ int pc_atoms_m = sim->atoms->m; // expected-note{{declared here}}
#pragma omp taskwait // expected-warning[aliased-write]{{'omp taskwait' waits for a change of 'sim->atoms->m'}}
        r += pc_atoms_m;
}
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
{ int pc_atoms_n = sim->atoms->n; int pc_atoms_m = sim->atoms->m; // expected-note{{declared here}}
#pragma acc wait(1) // expected-warning[aliased-write]{{'acc wait' waits for a change of 'sim->atoms->n'}}
    r += pc_atoms_n + pc_atoms_m;
}
#pragma acc update self(sim->atoms->n) async(1)
#pragma acc wait(1)
{ int pc_atoms_n = sim->atoms->n;
#pragma acc wait(1)
    r += pc_atoms_n;
}
#pragma acc update self(sim->list[2]->n) async(1)
#pragma acc update self((*(*sim).atoms).m) async(1) // expected-note{{it may be changed here}}
{ int pc_atoms_m = sim->atoms->m; // expected-note{{declared here}}
#pragma acc wait(1) // expected-warning[aliased-write]{{'acc wait' waits for a change of '(*(*sim).atoms).m'}}
    r += pc_atoms_m;
}
    return r;
}

static int team(struct sim *sim)
{
    int r = 0;
#pragma omp parallel reduction(+ : r)
    {
#pragma omp master
        sim->atoms->n = 4; // expected-note{{it may be changed here}}
{ int pc_atoms_n = sim->atoms->n; // expected-note{{declared here}}
#pragma omp barrier // expected-warning[aliased-write]{{'omp barrier' waits for a change of 'sim->atoms->n'}}
        r += pc_atoms_n > 0;
}
#pragma omp single
        sim->atoms->m = 5;
{ int pc_atoms_m = sim->atoms->m;
#pragma omp barrier
        r += pc_atoms_m > 0;
}
    }
{ int pc_atoms_n = sim->atoms->n;
#pragma omp parallel reduction(+ : r)
    {
#pragma omp barrier
        r += pc_atoms_n > 0;
    }
}
    return r;
}

int main(void)
{
    struct atoms a = {1, 2};
    struct sim store = {&a, {&a, &a, &a, &a}};
    printf("%d\n", tasks(&store) + queues(&store) + team(&store) > 0);
    return 0;
}
