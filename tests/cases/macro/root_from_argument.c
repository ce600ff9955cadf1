// The effect is the body's, the root an argument's.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a; };
#define SWAP(p, q) do { struct S *keep = p; p = q; q = keep; } while (0)
#define INC(x) ((x)++)
#define APPLY(f, x) f(x)

int main(void)
{
    struct A one = {1, 2}, two = {3, 4};
    struct S so[2] = {{&one}, {&two}}, *s = so, *t = so + 1;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    printf("%d ", s->a->n);
    SWAP(s, t); // expected-error[prefix-assigned]{{s}}
    printf("%d ", s->a->n);
    SWAP(t, s); // expected-error[prefix-assigned]{{s}}
    INC(s); // expected-error[prefix-assigned]{{s}}
    printf("%d ", s->a->n);
    s = so; // expected-error[prefix-assigned]{{s}}
    APPLY(INC, s); // expected-error[prefix-assigned]{{s}}
    printf("%d\n", s->a->n);
#pragma pointerchain region end
    return 0;
}
