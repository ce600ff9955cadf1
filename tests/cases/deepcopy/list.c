// A linked list entered and left by hand, with techniques, an update and a deletion.
// also: openacc openmp
#include <stdio.h>

typedef struct node { double value; struct node *next; } node;
#pragma pointerchain shape(node: next[1])

static double total(node *head)
{
    double sum = 0;
#pragma pointerchain deepcopy enter(head) technique(arena)
#pragma omp target map(tofrom : sum)
    for (node *at = head; at; at = at->next)
        sum += at->value;
#pragma pointerchain deepcopy update host(head)
#pragma pointerchain deepcopy update device(head) host(head)
#pragma pointerchain deepcopy exit(head) delete
    return sum;
}

int main(void)
{
    node last = {3, NULL}, first = {4, &last};
    node *head = &first;
#pragma pointerchain deepcopy region begin(head, last) technique(base+)
    printf("%g\n", total(head));
#pragma pointerchain deepcopy region end
    return 0;
}
