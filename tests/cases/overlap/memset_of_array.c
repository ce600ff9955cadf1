// A function is given the array whose element is hoisted beside a prefix of it.
#include <stdio.h>
#include <string.h>

struct A { int n; int arr[8]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, {0, 1, 2, 3, 4, 5, 6, 7}};
    struct S store = {&a}, *s = &store;
#pragma pointerchain region begin declare(s->a, s->a->arr[6]) // expected-note{{declared here}}
    printf("%d ", s->a->arr[6]);
    memset(s->a->arr, 0, 3 * sizeof s->a->n); // expected-warning[aliased-call]{{s->a->arr}}
    printf("%d %d %d\n", s->a->arr[6], s->a->arr[1], s->a->n);
#pragma pointerchain region end
    return 0;
}
