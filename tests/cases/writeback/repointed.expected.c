// A re-pointed pointer is written back, on the ways out too.
#include <stdio.h>

struct node { int v; struct node *next; };
struct list { struct node *head; };
struct sim { struct list *list; };

static int skip(struct sim *sim, int v)
{
{ struct node *pc_list_head = sim->list->head;
    while (pc_list_head) {
        if (pc_list_head->v == v)
            { sim->list->head = pc_list_head; return 1; }
        pc_list_head = pc_list_head->next;
    }
sim->list->head = pc_list_head; }
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
