// OpenMP's variants: any function of a source with one may be another where it is called.
// args: -fopenmp
// run: no
#include <stdio.h>

struct S { int n; };
struct A { struct S *s; };
void fast(struct S *s);
void fast(struct S *s) { s->n++; }
#pragma omp declare variant(fast) match(implementation={vendor(gnu)})
void bump(struct S *s);
void bump(struct S *s) { (void)s; }

static int run(struct A *a)
{
    int t = 0;
#pragma pointerchain region begin declare(a->s->n) // expected-note{{here}}
    bump(a->s); // expected-warning[aliased-call]{{'bump', which could change 'a->s->n'}}
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
