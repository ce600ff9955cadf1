// Macros that may say clauses beside a deep one, which reads the clauses.
#include <stdio.h>

#define LATER nowait
#define ZERO 0
#define ONE 1
#define FIRST head
#define BOTH head[0:1], x[0:n]
#define OBJECTS here, there
#define WHEN(x) if(x)
#define DEEP pointerchain(deep)
// expected-error[misplaced-directive]@-1:14{{a pointerchain directive cannot stand in a macro's body}}
#define SAID "pointerchain(deep)"
typedef struct node { int n; double *data; struct node *next; } node;
#pragma pointerchain shape(node: data[n], next[1])

static void send(node *head, double *x, int n, node here, node there)
{
#pragma omp target map(to: head[0:1]) LATER pointerchain(deep)
// expected-error[misplaced-directive]@-1:39{{macro 'LATER' may say clauses of 'omp target', which 'pointerchain(deep)' has to read: write them out}}
    head->n = 1;
#pragma omp target map(to: head[0:1]) WHEN(n > 1) pointerchain(deep)
// expected-error[misplaced-directive]@-1:39{{macro 'WHEN' may say clauses of 'omp target', which 'pointerchain(deep)' has to read: write them out}}
    head->n = 1;
#pragma omp target map(to: BOTH) pointerchain(deep)
// expected-error[unresolved-chain]@-1:28{{chain 'BOTH' cannot be resolved: expected ']'}}
// expected-error[misplaced-directive]@-2:28{{macro 'BOTH' may say clauses of 'omp target'}}
    head->n = 1;
#pragma omp target map(to: head[0:1], OBJECTS) pointerchain(deep)
// expected-error[misplaced-directive]@-1:39{{macro 'OBJECTS' may say clauses of 'omp target', which 'pointerchain(deep)' has to read: write them out}}
    head->n = here.n + there.n;
#pragma omp target map(to: FIRST[ZERO:ONE]) device(ZERO) if(target: ONE) pointerchain(deep)
    head->n = 1;
}

int main(void)
{
    (void)send, (void)SAID;
    return 0;
}
