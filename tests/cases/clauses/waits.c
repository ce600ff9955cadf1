// A wait that is for another queue, that is queued itself, or that some way does not meet.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(int count, char **words)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    (void)words;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc parallel async(1) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1; // expected-note{{it may be changed here}} expected-note{{it may be changed here}} expected-note{{it may be changed here}} expected-note{{it may be changed here}}
#pragma acc wait(2)
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
#pragma acc parallel async(1) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
#pragma acc wait(1) async(2) // expected-warning[aliased-write]{{'acc wait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
#pragma acc parallel async(1) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
    if (count > 1) {
#pragma acc wait(1) // expected-warning[aliased-write]{{'acc wait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
    }
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
#pragma acc parallel async(1) // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
    if (count > 2)
        return 1;
#pragma acc wait(1) // expected-warning[aliased-write]{{'acc wait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp target nowait // expected-error[async-write]{{chain 'sim->atoms->n' is changed by an asynchronous construct}}
    sim->atoms->n += 1;
#pragma omp taskwait depend(in: count) // expected-warning[aliased-write]{{'omp taskwait' waits for a change of 'sim->atoms->n', on which chain 'sim->atoms->n' depends, and which is evaluated before that}}
#pragma pointerchain region end
    return a.n + b.n;
}
