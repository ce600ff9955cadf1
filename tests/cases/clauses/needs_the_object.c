// Clauses that go by the member's address or keep it, and a container's member function.
struct atoms { int n; double *r; };
struct sim { struct atoms *atoms; };

int main(void)
{
    double r[2] = {1, 2};
    struct atoms atoms = {1, r};
    struct sim store = {&atoms}, *sim = &store;
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
#pragma omp task shared(sim->atoms->n) // expected-error[local-outlived]:25{{'shared' of 'omp task' names chain 'sim->atoms->n', and the task may run when the local is gone: write 'firstprivate'}}
    sum += sim->atoms->n;
#pragma omp task depend(in: sim->atoms->n) // expected-error[address-taken]:29{{'depend' goes by the address of 'sim->atoms->n', and its local has another: keep the directive out of the region}}
    sum += 1;
#pragma acc enter data copyin(sim->atoms->n) // expected-error[local-outlived]:31{{'copyin' of 'acc enter data' names chain 'sim->atoms->n', whose local ends with the region: keep the directive out of the region}}
#pragma pointerchain region end
#pragma omp target
#pragma omp teams pointerchain(sim->atoms->r) // expected-error[split-construct]:19{{the region begins between 'omp target' and its 'teams': put the clause on 'omp target'}} expected-note@-1{{the statement of 'omp target' follows}}
    sim->atoms->r[0] = 1;
    return sum;
}
