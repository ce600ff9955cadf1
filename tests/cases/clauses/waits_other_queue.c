// also: openacc
// A variable may name another queue by the time of the wait, and another device has queues of its own.
struct atoms { int n; };
struct sim { struct atoms *atoms; };

void changed(struct sim *sim, int queue)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc parallel async(queue) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
    queue = 2;
#pragma acc wait(queue)
#pragma pointerchain region end
}

void elsewhere(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc parallel async(1) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
#pragma acc wait(devnum: 1: queues: 1)
#pragma pointerchain region end
}

static int shared_queue = 1;
enum { FIRST = 1 };
#define SECOND 2
#define THIRD shared_queue
static void next_queue(void) { shared_queue++; }

void of_all(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc parallel async(shared_queue) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
    next_queue();
#pragma acc wait(shared_queue)
#pragma pointerchain region end
}

void of_all_by_a_macro(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc parallel async(THIRD) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
    next_queue();
#pragma acc wait(THIRD)
#pragma pointerchain region end
}

void pointed_to(struct sim *sim)
{
    int queue = 1, *other = &queue;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc parallel async(queue) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
    *other = 2;
#pragma acc wait(queue)
#pragma pointerchain region end
}

void of_an_inner_name(struct sim *sim, int queue)
{
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
    {
        int queue = 2;
#pragma acc parallel async(queue) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
        sim->atoms->n += 1;
    }
#pragma acc wait(queue)
#pragma pointerchain region end
}

void the_same(struct sim *sim, int queue)
{
#pragma pointerchain region begin declare(sim->atoms->n)
#pragma acc parallel async(queue)
    sim->atoms->n += 1;
    next_queue();
#pragma acc wait(queue)
#pragma acc parallel async(FIRST)
    sim->atoms->n += 1;
    next_queue();
#pragma acc wait(FIRST)
#pragma acc parallel async(SECOND)
    sim->atoms->n += 1;
    next_queue();
#pragma acc wait(SECOND)
#pragma acc parallel async(shared_queue)
    sim->atoms->n += 1;
#pragma acc wait(shared_queue)
#pragma pointerchain region end
}
