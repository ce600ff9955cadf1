// A function is given the array whose element is hoisted beside a prefix of it.
#include <stdio.h>
#include <string.h>

struct A { int n; int arr[8]; };
struct S { struct A *a; };

int main(void)
{
    struct A a = {1, {0, 1, 2, 3, 4, 5, 6, 7}};
    struct S store = {&a}, *s = &store;
{ int pc_a_arr_6 = s->a->arr[6]; struct A *pc_a = s->a; // expected-note{{declared here}}
    printf("%d ", pc_a_arr_6);
    memset(pc_a->arr, 0, 3 * sizeof pc_a->n); // expected-warning[aliased-call]{{s->a->arr}}
    printf("%d %d %d\n", pc_a_arr_6, pc_a->arr[1], pc_a->n);
}
    return 0;
}
