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
{ int pc_list_n = sim->list->n; int *pc_list_items = sim->list->items;
    for (int i = 0; i < pc_list_n; i++)
        pc_list_items[i] = i * i;
}
    printf("%d %d %d\n", store.list->items[0], store.list->items[1], store.list->items[2]);
    free(store.list);
    return 0;
}
