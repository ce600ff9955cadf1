// Calls that wait: of the runtime, of functions with such a directive, of functions that nobody sees; and who began what they wait for.
#include <stdio.h>
void acc_wait(int queue) { (void)queue; }
void acc_wait_all(void) {}
static void nothing(void) {}
static void (*volatile unseen)(void) = nothing;
static int seen(int n) { return n + 1; }
struct atoms { int n; };
struct done { int n; };
struct own { int n; };
struct sim { struct atoms *atoms; };

static void settle(void)
{
#pragma acc wait
}

static void launch(struct sim *sim)
{
#pragma acc parallel async(1)
    sim->atoms->n += 1; // expected-note{{it may be changed here}}
}

static void launch_and_wait(struct done *done)
{
#pragma acc parallel async(2)
    done->n += 1;
#pragma acc wait(2)
}

static int by_runtime(struct sim *sim)
{
    int r = 0;
#pragma acc update self(sim->atoms->n) async(1) // expected-note{{it may be changed here}}
{ int pc_atoms_n = sim->atoms->n; // expected-note{{chain 'sim->atoms->n' is declared here}}
    acc_wait(1); // expected-warning[aliased-write]{{'acc_wait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
    r = pc_atoms_n;
}
    return r;
}

static int by_directive(struct sim *sim)
{
    int r = 0;
#pragma acc update self(sim->atoms->n) async(1) // expected-note{{it may be changed here}}
{ int pc_atoms_n = sim->atoms->n; // expected-note{{chain 'sim->atoms->n' is declared here}}
    settle(); // expected-warning[aliased-write]{{'settle' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
    r = pc_atoms_n;
}
    return r;
}

static int perhaps(struct sim *sim)
{
    int r = 0;
#pragma acc update self(sim->atoms->n) async(1) // expected-note{{it may be changed here}}
{ int pc_atoms_n = sim->atoms->n; // expected-note{{chain 'sim->atoms->n' is declared here}}
    unseen(); // expected-warning[aliased-write]{{'unseen' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
    r = pc_atoms_n;
}
    return r;
}

static int before(struct done *done)
{
    int r = 0;
#pragma acc update self(done->n) async(1)
    acc_wait(1);
{ int pc_n = done->n;
    unseen();
    r = seen(pc_n);
}
    return r;
}

static int begun(struct sim *sim)
{
    int r = 0;
    launch(sim);
{ int pc_atoms_n = sim->atoms->n; // expected-note{{chain 'sim->atoms->n' is declared here}}
#pragma acc wait(1) // expected-warning[aliased-write]{{'acc wait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
    r = pc_atoms_n;
}
    return r;
}

static int ended(struct sim *sim, struct done *done, struct own *own)
{
    int r = 0;
    launch(sim);
    acc_wait_all();
    launch_and_wait(done);
{ int pc_atoms_n = sim->atoms->n; int pc_n = done->n;
#pragma acc wait(1)
    r = pc_atoms_n + pc_n;
}
{ int pc_n_2 = own->n;
#pragma acc parallel async(3) copy(pc_n_2)
    pc_n_2 += 1;
    acc_wait(3);
own->n = pc_n_2; }
    return r;
}

int main(void)
{
    struct atoms atoms = {1};
    struct done done = {1};
    struct own own = {1};
    struct sim sim = {&atoms};
    int r = by_runtime(&sim) + by_directive(&sim) + perhaps(&sim) + before(&done);
    printf("%d\n", r + begun(&sim) + ended(&sim, &done, &own));
    return 0;
}
