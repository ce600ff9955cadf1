// Copies in the background; what their clauses may hold, and waits.
// args: -D_GNU_SOURCE
#include <stdio.h>
struct node { int n; struct node *next; };
#pragma pointerchain shape(node: next[1])

int queue(int of);
int queue(int of) { return of + 1; }
int main(void) {
    struct node last = {2, 0}, first = {1, &last}, *head = &first;
    int k = 3;
#pragma pointerchain deepcopy enter(head) async(queue(k)) if(k > 2) device(0)
    if (k) {
#pragma pointerchain deepcopy wait(queue(k))
    }
#pragma pointerchain deepcopy update host(head) device(head) nowait
#pragma pointerchain deepcopy update structure(head) async
#pragma pointerchain deepcopy exit(head) delete async(k) if(k > 2)
#pragma pointerchain deepcopy wait
    printf("%d %d\n", head->n, head->next->n);
    return 0;
}
