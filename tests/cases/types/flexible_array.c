// A flexible array member is hoisted as a pointer.
#include <stdio.h>
#include <stdlib.h>

struct list { int n; int items[]; };
struct sim { struct list *list; };

int main(void)
{
    struct sim store, *sim = &store;
    store.list = malloc(sizeof(struct list) + 3 * sizeof(int));
    store.list->n = 3;
#pragma pointerchain region begin declare(sim->list->items, sim->list->n)
    for (int i = 0; i < sim->list->n; i++)
        sim->list->items[i] = i * i;
#pragma pointerchain region end
    printf("%d %d %d\n", store.list->items[0], store.list->items[1], store.list->items[2]);
    free(store.list);
    return 0;
}
