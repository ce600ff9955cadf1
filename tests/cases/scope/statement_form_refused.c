// The statement form needs a statement, and does not come between a directive and its own.
struct A { int n; };
struct S { struct A *a; };
#pragma pointerchain region declare(s->a->n) // expected-error[misplaced-directive]{{stands outside a function}}

int f(struct S *s, int t)
{
#pragma acc parallel loop // expected-note{{'acc parallel loop' follows}}
#pragma pointerchain region declare(s->a->n) // expected-error[split-construct]{{between 'acc parallel loop' and its statement}}
    for (int i = 0; i < 3; i++) t += s->a->n;
    return t;
#pragma pointerchain region declare(s->a->n) // expected-error[missing-statement]{{no statement follows}}
}
