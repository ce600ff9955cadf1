// The included text leaves the region by 'goto', behind a macro of the file.
#include <stdio.h>

struct A { int n; };
struct S { struct A *a; };
#define LEAVE goto done

int main(void)
{
    struct A one = {1};
    struct S store = {&one}, *s = &store;
    int early = 1;
#pragma pointerchain region begin declare(s->a->n)
    s->a->n += 10;
#include "goes_out.inc" // expected-error@*{{goto}} expected-note@*{{it is used here}}
    s->a->n += 1;
#pragma pointerchain region end
done:
    printf("%d\n", one.n);
    return 0;
}
