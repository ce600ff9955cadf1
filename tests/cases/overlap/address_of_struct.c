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
#pragma pointerchain region begin declare(s->a, s->a->pos.x) // expected-note{{declared here}}
    printf("%d ", s->a->pos.x);
    move(&s->a->pos); // expected-warning[aliased-call]{{s->a->pos}}
    printf("%d %d %d\n", s->a->pos.x, s->a->pos.y, s->a->n);
#pragma pointerchain region end
    return 0;
}
