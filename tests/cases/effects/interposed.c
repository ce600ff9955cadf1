// A function of a shared library that the program may define again: what its body in sight does says nothing.
// args: -fPIC
// run: no
#include <stdio.h>

struct S { int n; };
struct A { struct S *s; };
void seen(struct S *s);
void seen(struct S *s) { (void)s; }
__attribute__((visibility("hidden"))) void hidden(struct S *s);
void hidden(struct S *s) { (void)s; }
static void own(struct S *s) { (void)s; }

static int run(struct A *a)
{
    int t = 0;
#pragma pointerchain region begin declare(a->s->n) // expected-note{{here}}
    seen(a->s); // expected-warning[aliased-call]{{'seen', which could change 'a->s->n'}}
    hidden(a->s);
    own(a->s);
    t += a->s->n;
#pragma pointerchain region end
    return t;
}

int main(void)
{
    struct S s = {1};
    struct A a = {&s};
    printf("%d\n", run(&a));
    return 0;
}
