// A ring is walked by its head, while the head's owner and the head's value are hoisted.
#include <stdio.h>

struct node { int v; struct node *next; };
struct A { struct node *head; };
struct S { struct A *a; };

int main(void)
{
    struct node three = {3, NULL}, two = {2, &three}, one = {1, &two};
    struct A a = {&one};
    struct S store = {&a}, *s = &store;
    int sum = 0;
    three.next = &one;
#pragma pointerchain region begin declare(s->a, s->a->head->v) // expected-note{{declared here}}
    for (int k = 0; k < 5; k++) {
        sum = sum * 10 + s->a->head->v;
        s->a->head = s->a->head->next; // expected-error[prefix-assigned]{{s->a->head}}
    }
#pragma pointerchain region end
    printf("%d\n", sum);
    return 0;
}
