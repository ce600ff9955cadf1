// also: openmp
// A directive that a macro makes lists the root with a step.
struct leaf { int n; };
struct sim { struct leaf *a; };
#define WALK _Pragma("omp simd linear(s : 1)") // expected-note{{macro 'WALK' is defined here}}

int read(struct sim *s, int c)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    WALK // expected-error[unknown-construct]{{macro 'WALK' spells a directive that names the root of chain 's->a->n'}}
    for (int i = 0; i < 4; i++) c += s->a->n;
#pragma pointerchain region end
    return c;
}
