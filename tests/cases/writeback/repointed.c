// A re-pointed pointer is written back, on the ways out too.
#include <stdio.h>

struct node { int v; struct node *next; };
struct list { struct node *head; };
struct sim { struct list *list; };

static int skip(struct sim *sim, int v)
{
#pragma pointerchain region begin declare(sim->list->head)
    while (sim->list->head) {
        if (sim->list->head->v == v)
            return 1;
        sim->list->head = sim->list->head->next;
    }
#pragma pointerchain region end
    return 0;
}

int main(void)
{
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    struct list list = {&a};
    struct sim sim = {&list};
    int first = skip(&sim, 2);
    printf("%d %d\n", first, list.head->v);
    first = skip(&sim, 9);
    printf("%d %d\n", first, list.head == NULL);
    return 0;
}
