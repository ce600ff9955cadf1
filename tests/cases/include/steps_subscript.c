// The included text steps the variable of a subscript.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };

int main(void)
{
    struct A one = {1}, two = {2};
    struct S s[2] = {{&one}, {&two}};
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}}
    printf("%d ", s[i].a->n);
#include "steps_subscript.inc" // expected-error[subscript-changed]@*{{i}} expected-note@*{{it is used here}}
    printf("%d\n", s[i].a->n);
#pragma pointerchain region end
    return 0;
}
