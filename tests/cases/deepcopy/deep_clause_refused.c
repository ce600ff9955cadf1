// Clauses that cannot go deep.
#include <stdio.h>

typedef struct node { int n; double *data; struct node *next; } node;
#pragma pointerchain shape(node: data[n], next[1])
typedef struct open { double *x; } open;
// expected-error[missing-shape]@-1:31{{member 'x' of 'struct open' has no length: say it with 'shape(struct open: x[n])', or leave the member out with 'policy(struct open: skip(x))'}}

static void send(node *head, double *x, int n, open *open)
{
#pragma omp target map(to: x[0:n]) pointerchain(deep)
// expected-error[misplaced-directive]@-1:36{{'pointerchain(deep)' on 'omp target': nothing in its data clauses leads to pointers}}
    x[0] = 1;
#pragma omp target map(to: head) pointerchain(deep)
// expected-error[misplaced-directive]@-1:28{{'head' is a pointer, and without a section only its own bytes travel: name what it leads to, as in 'head[0:1]'}}
    head->n = 1;
#pragma omp target map(to: head[0:1]) nowait pointerchain(deep)
// expected-error[misplaced-directive]@-1:39{{'nowait' lets the program go on before the construct has ended, and 'pointerchain(deep)' would take its data away}}
    head->n = 1;
#pragma acc parallel copyin(head[0:1]) async(1) pointerchain(deep)
// expected-error[misplaced-directive]@-1:40{{'async' lets the program go on before the construct has ended, and 'pointerchain(deep)' would take its data away}}
    head->n = 1;
#pragma acc serial copy(head[0:1]) self pointerchain(deep)
// expected-error[misplaced-directive]@-1:36{{'self' keeps the construct on the host: 'pointerchain(deep)' would copy the device's old data over what it changes}}
    head->n = 1;
#pragma omp parallel for pointerchain(deep)
// expected-error[misplaced-directive]@-1:26{{'pointerchain(deep)' cannot stand on 'omp parallel for': it maps no data}}
    for (int i = 0; i < 1; i++)
        x[i] = 1;
#pragma omp target update to(head[0:1]) pointerchain(deep)
// expected-error[misplaced-directive]@-1:41{{'omp target update' copies bytes as they are, host pointers too: write 'pointerchain deepcopy update', which is deep}}
#pragma omp target map(to: heads[0:1]) pointerchain(deep)
// expected-error[unresolved-chain]@-1:28{{chain 'heads' cannot be resolved: use of undeclared identifier 'heads'}}
    head->n = 1;
#pragma omp target map(to: open[0:1]) pointerchain(deep)
// expected-note@-1:28{{'open[0:1]' leads there}}
    open->x[0] = 1;
#pragma omp target map(to: head[0:1]) device(ancestor: 1) pointerchain(deep)
// expected-error[misplaced-directive]@-1:39{{a construct that runs on the host has no device that 'pointerchain(deep)' could copy to}}
    head->n = 1;
#pragma omp target map(to: head[0:1]) if(n = 1) pointerchain(deep)
// expected-error[side-effect-in-chain]@-1:44{{'n = 1' has a side effect}}
    head->n = 1;
#pragma omp target map(always, tofrom: head[0:1]) pointerchain(deep)
// expected-error[misplaced-directive]@-1:20{{'always' is about what the clause itself copies, and would come over what 'pointerchain(deep)' has copied: leave it out}}
    head->n = 1;
#pragma omp target map(mapper(deep_one), to: head[0:1]) pointerchain(deep)
// expected-error[misplaced-directive]@-1:20{{is about what the clause itself copies}}
    head->n = 1;
#pragma omp target enter data map(always to: head[0:1]) pointerchain(deep)
// expected-error[misplaced-directive]@-1:31{{'always' is about what the clause itself copies}}
#pragma acc parallel copyin(always: head[0:1]) pointerchain(deep)
// expected-error[misplaced-directive]@-1:22{{'always' is about what the clause itself copies}}
    head->n = 1;
#pragma omp target map(to: head[0:1]) map(tofrom: head->n) pointerchain(deep)
// expected-error[misplaced-directive]@-1:51{{'head->n' may be a part of what 'head[0:1]' leads to, which goes another way: the clause would find it there and copy nothing; map both the same way}}
    head->n = 1;
#pragma omp target exit data map(delete: head[0:1]) map(from: head->data[0:n]) pointerchain(deep)
// expected-error[misplaced-directive]@-1:63{{'head->data' may be a part of what 'head[0:1]' leads to, which goes another way: the clause would find it there and copy nothing; map both the same way, or in two directives}}
#pragma omp target map(always, to: x[0:n]) map(present, to: head[0:1]) pointerchain(deep)
    head->n = 1;
    if (n)
#pragma omp target map(to: head[0:1]) pointerchain(deep)
// expected-error[missing-braces]@-1:1{{a 'deepcopy' directive stands where a single statement is expected: put braces around it}}
        head->n = 1;
#pragma omp target map(to: head[0:1]) pointerchain(deep, head->n)
// expected-error[bad-chain]@-1:52{{'deep' names no member: a chain has a link}}
// expected-note@-2:58{{declared here}} expected-note@-2:1{{'omp target' begins here}}
    head->n = 1; // expected-error[enclosing-data]{{in 'omp target', whose clause 'map' does not copy it back}}
}

int main(void)
{
    (void)send;
    return 0;
}
