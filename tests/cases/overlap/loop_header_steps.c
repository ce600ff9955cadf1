// A loop's header re-points the link between two hoisted chains.
#include <stdio.h>

struct node { int v; struct node *next; };
struct A { struct node *at; };
struct S { struct A *a; };

int main(void)
{
    struct node end = {0, NULL}, two = {2, &end}, one = {1, &two};
    struct A a = {&one};
    struct S store = {&a}, *s = &store;
    int count = 0;
#pragma pointerchain region begin declare(s->a, s->a->at->v) // expected-note{{declared here}}
    for (; s->a->at->v && count < 5; s->a->at = s->a->at->next) // expected-error[prefix-assigned]{{s->a->at}}
        count++;
#pragma pointerchain region end
    printf("%d\n", count);
    return 0;
}
