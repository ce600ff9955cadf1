// A macro's body lets the library write the subscript.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define READ() sscanf("1", "%d", &i) // expected-note{{macro 'READ' is defined here}}

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S s[2] = {{&one}, {&two}};
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}}
    printf("%d ", s[i].a->n);
    READ(); // expected-error{{i}}
    printf("%d\n", s[i].a->n);
#pragma pointerchain region end
    return 0;
}
