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
