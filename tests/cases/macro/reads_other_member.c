// expects: same output
// Macros' bodies that name the root and harm nothing: another member is read and written, the root is compared.
#include <stdio.h>

struct A { int n, m; };
struct S { struct A *a, *b; int k; };
#define LOG() printf("%d ", s->k)
#define COUNT() s->k++
#define VALID (s != NULL && s < so + 2) // expected-note{{macro 'VALID' is defined here}}
#define SIZE sizeof(*s)

int main(void)
{
    struct A one = {1, 2};
    size_t k = 1;
    struct S so[2] = {{&one, &one, 7}, {NULL, NULL, 8}}, *s = so;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    LOG();
    COUNT();
    if (VALID && SIZE > k) // expected-warning[guarded-chain]{{s}}
        s->a->n += s->k;
    LOG();
#pragma pointerchain region end
    printf("%d\n", one.n);
    return 0;
}
