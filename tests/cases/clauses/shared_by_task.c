// A task that shares the local by its 'default' clause, and that nothing in the region waits for, may run later.
struct atoms { int n; double *x; };
struct sim { struct atoms *atoms; };
static struct sim *g;
#define LATER _Pragma("omp task default(shared)")
#define SOON _Pragma("omp task")

void directly(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
#pragma omp task default(shared) firstprivate(r) // expected-error[local-outlived]{{'default(shared)' of 'omp task' shares the local of chain 'g->atoms->n', and the task may run when that is gone: leave the clause out, or wait for the task in the region}}
    *r += g->atoms->n;
#pragma pointerchain region end
}

void without_group(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n, g->atoms->x) // expected-note{{declared here}}
#pragma omp taskloop nogroup default(shared) firstprivate(r) // expected-error[local-outlived]{{'default(shared)' of 'omp taskloop'}}
    for (int i = 0; i < 1; i++)
        *r += g->atoms->n + g->atoms->x[1];
#pragma pointerchain region end
}

void under_a_condition(double *r, int m)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
#pragma omp task default(shared) if(m) depend(out: r[0]) // expected-error[local-outlived]{{'omp task'}}
    *r += g->atoms->n;
#pragma omp taskwait depend(in: r[0])
    if (m) {
#pragma omp taskwait
    }
#pragma pointerchain region end
}

void in_a_task(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
#pragma omp task
    {
#pragma omp task default(shared) // expected-error[local-outlived]{{'omp task'}}
        *r += g->atoms->n;
    }
#pragma omp taskwait
#pragma pointerchain region end
}

void in_a_group_around_the_other(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
#pragma omp taskgroup
    {
#pragma omp task
        {
#pragma omp task default(shared) // expected-error[local-outlived]{{'omp task'}}
            *r += g->atoms->n;
        }
    }
#pragma pointerchain region end
}

void in_a_work_share(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
#pragma omp single nowait
    {
#pragma omp task default(shared) // expected-error[local-outlived]{{'omp task'}}
        *r += g->atoms->n;
    }
#pragma pointerchain region end
}

void in_an_expression_of_a_clause(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
#pragma omp task default(shared) // expected-error[local-outlived]{{'omp task'}}
    {
#pragma omp parallel num_threads(g->atoms->n)
        *r += 1;
    }
#pragma pointerchain region end
}

void by_a_clause(double *r)
{
#pragma omp task default(shared) pointerchain(g->atoms->n) // expected-error[local-outlived]{{'omp task'}} expected-note{{declared here}}
    *r += g->atoms->n;
}

void by_macros(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
    LATER // expected-error[unknown-construct]{{chain 'g->atoms->n' is used under a directive that macro 'LATER' spells, and that may run when the local is gone: write a '#pragma'}} expected-note@5{{macro 'LATER' is defined here}}
    *r += g->atoms->n;
    SOON
    *r += g->atoms->n;
#pragma pointerchain region end
}

void any_construct(double *r)
{
#pragma pointerchain region begin declare(g->atoms->n) // expected-note{{declared here}}
#pragma omp metadirective when(user = {condition(1)} : task default(shared)) // expected-error[unknown-construct]{{chain 'g->atoms->n' is used in 'omp metadirective', which may be a construct that runs when the local is gone: write the construct itself}}
    *r += g->atoms->n;
#pragma pointerchain region end
}
