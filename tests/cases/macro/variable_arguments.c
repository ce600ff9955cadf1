// The effect comes with a body's __VA_ARGS__, from an argument that is a macro itself.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define DO(...) do { __VA_ARGS__; } while (0)
#define NEXT s++ // expected-note{{macro 'NEXT' is defined here}}
#define STEP(v) v += 1

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[3] = {{&one}, {&two}, {&one}}, *s = so;
    int i = 0;
#pragma pointerchain region begin declare(s->a->n, so[i].a->m) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    printf("%d %d ", s->a->n, so[i].a->m);
    DO(NEXT); // expected-error[prefix-assigned]{{s}}
    DO(STEP(i), s += 0); // expected-error[subscript-changed]{{i}} expected-error[prefix-assigned]{{s}}
    printf("%d %d\n", s->a->n, so[i].a->m);
#pragma pointerchain region end
    return 0;
}
