// A kernel that nothing in the region waits for maps a struct that no clause names, and other locals by 'defaultmap'.
struct vec { int x, y; };
struct atoms { int n; struct vec v; double *r; };
struct sim { struct atoms *atoms; };
#define KERNEL _Pragma("omp target nowait map(from: sum)")

int omp_struct(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->v) // expected-note{{declared here}}
#pragma omp target nowait map(from: sum) // expected-error[local-outlived]{{'omp target' maps the local of chain 'sim->atoms->v', and may run when that is gone: wait for it in the region}}
    sum = sim->atoms->v.x;
#pragma pointerchain region end
#pragma omp taskwait
    return sum;
}

int omp_defaultmap(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma omp target teams nowait map(from: sum) defaultmap(tofrom: scalar) num_teams(sim->atoms->n) // expected-error[local-outlived]{{'omp target teams' maps the local of chain 'sim->atoms->n'}}
    sum = sim->atoms->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma omp target nowait map(from: sum) defaultmap(to) // expected-error[local-outlived]{{'omp target'}}
    sum = sim->atoms->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->v) // expected-note{{declared here}}
#pragma omp target nowait map(from: sum) defaultmap(firstprivate: scalar) defaultmap(default: aggregate) // expected-error[local-outlived]{{'omp target'}}
    sum = sim->atoms->v.y;
#pragma pointerchain region end
#pragma omp taskwait
    return sum;
}

int in_a_task(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->v) // expected-note{{declared here}}
#pragma omp task shared(sum)
    {
#pragma omp target nowait map(from: sum) // expected-error[local-outlived]{{'omp target'}}
        sum = sim->atoms->v.x;
    }
#pragma omp taskwait
#pragma pointerchain region end
    return sum;
}

int acc_struct(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->v) // expected-note{{declared here}}
#pragma acc parallel async(1) copyout(sum) // expected-error[local-outlived]{{'acc parallel' maps the local of chain 'sim->atoms->v'}}
    sum = sim->atoms->v.x;
#pragma acc wait(2)
#pragma pointerchain region end
#pragma acc wait
    return sum;
}

int acc_kernels(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->n) // expected-note{{declared here}}
#pragma acc kernels async copyout(sum) // expected-error[local-outlived]{{'acc kernels' maps the local of chain 'sim->atoms->n'}}
    sum = sim->atoms->n;
#pragma pointerchain region end
#pragma acc wait
    return sum;
}

int by_a_macro(struct sim *sim)
{
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->v) // expected-note{{declared here}}
    KERNEL // expected-error[unknown-construct]{{macro 'KERNEL'}} expected-note@5{{macro 'KERNEL' is defined here}}
    sum = sim->atoms->v.x;
#pragma pointerchain region end
#pragma omp taskwait
    return sum;
}
