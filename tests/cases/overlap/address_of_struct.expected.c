// The address of the struct between two hoisted chains is given to a function that may change it.
#include <stdio.h>

struct pt { int x, y; };
struct A { int n; struct pt pos; };
struct S { struct A *a; };
static void move(struct pt *p) { __asm__ volatile(""); p->y += 10; }

int main(void)
{
    struct A a = {1, {2, 3}};
    struct S store = {&a}, *s = &store;
{ int pc_a_pos_x = s->a->pos.x; struct A *pc_a = s->a; // expected-note{{declared here}}
    printf("%d ", pc_a_pos_x);
    move(&pc_a->pos); // expected-warning[aliased-call]{{s->a->pos}}
    printf("%d %d %d\n", pc_a_pos_x, pc_a->pos.y, pc_a->n);
}
    return 0;
}
