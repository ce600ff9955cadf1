// Guards by early exits, by switch-like chains of tests, by macros, in loop conditions and in assert's disguise.
#include <stdio.h>

#define IF_SET(p) if ((p) != NULL)
struct node { int v; struct node *next; };
struct list { struct node *head; };
struct sim { struct list *list; };

static int early(struct sim *sim)
{
{ int pc_list_head_v = sim->list->head->v; // expected-note{{declared here}}
    if (sim->list->head == NULL) // expected-warning[guarded-chain]{{the region tests 'sim->list->head' before it uses chain 'sim->list->head->v'}}
        return 0;
    return pc_list_head_v;
}
}

static int by_loop(struct sim *sim)
{
    int total = 0;
{ int pc_list_head_v = sim->list->head->v; // expected-note{{declared here}}
    while (sim->list && total < 3) // expected-warning[guarded-chain]{{'sim->list'}}
        total += pc_list_head_v;
}
    return total;
}

static int by_macro(struct sim *sim)
{
    int total = 0;
{ int pc_list_head_v = sim->list->head->v; // expected-note{{declared here}}
    IF_SET(sim->list->head) // expected-warning[guarded-chain]{{'sim->list->head'}}
        total = pc_list_head_v;
}
    return total;
}

int main(void)
{
    struct node node = {1, NULL};
    struct list list = {&node};
    struct sim sim = {&list};
    printf("%d %d %d\n", early(&sim), by_loop(&sim), by_macro(&sim));
    return 0;
}
