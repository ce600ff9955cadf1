// A macro's body steps the variable of a subscript.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define STEP i++ // expected-note{{macro 'STEP' is defined here}}
#define STEP_AGAIN STEP

int main(void)
{
    struct A one = {1, 2}, two = {3, 4}, three = {5, 6};
    struct S s[4] = {{&one}, {&two}, {&three}, {&one}};
    int i = 0;
#pragma pointerchain region begin declare(s[i].a->n) // expected-note{{declared here}}
    printf("%d ", s[i].a->n);
    STEP; // expected-error[subscript-changed]{{i}}
    printf("%d ", s[i].a->n);
    STEP_AGAIN; // expected-note{{changed here as well}}
    printf("%d\n", s[i].a->n);
#pragma pointerchain region end
    return 0;
}
