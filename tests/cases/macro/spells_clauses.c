// also: openmp
// Compilers expand macros in a directive's text: what they say of the chain's variables is not in the region's text.
struct leaf { int n, k; };
struct sim { struct leaf *a, own; };
#define OWN private(t)
#define STEP linear(j)
#define STRICT default(none) shared(s, c)
#define NONE none
#define LIST t, c
#define LATER nowait
#define MAKE parallel
#define FOUR 4
#define SCHEDULE schedule(static, FOUR)
#define HOW dynamic, FOUR
#define OTHER private(i)
#define OP +

int copies(struct sim t)
{
    int c = 0;
#pragma pointerchain region begin declare(t.own.n) // expected-note{{declared here}}
#pragma omp parallel OWN // expected-error[unknown-construct]{{macro 'OWN' in 'omp parallel' spells more than a value, which may concern chain 't.own.n': write it out}}
    t.own.n = 3;
#pragma pointerchain region end
    return c + t.own.n;
}

int steps(struct sim **v, int j)
{
    int c = 0;
#pragma pointerchain region begin declare(v[j]->a->n) // expected-note{{declared here}}
#pragma omp simd STEP reduction(+ : c) // expected-error[unknown-construct]{{macro 'STEP' in 'omp simd'}}
    for (int i = 0; i < 4; i++) c += v[j]->a->n;
#pragma pointerchain region end
    return c;
}

int shares(struct sim *s)
{
    int c = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp parallel for STRICT // expected-error[unknown-construct]{{macro 'STRICT' in 'omp parallel for'}}
    for (int i = 0; i < 4; i++) c = s->a->n;
#pragma omp parallel default(NONE) shared(s, c) // expected-error[unknown-construct]{{macro 'NONE' in 'omp parallel'}}
    c = s->a->n;
#pragma pointerchain region end
    return c;
}

int lists(struct sim t)
{
    int c = 0;
#pragma pointerchain region begin declare(t.own.n) // expected-note{{declared here}}
#pragma omp parallel firstprivate(LIST) // expected-error[unknown-construct]{{macro 'LIST' in 'omp parallel'}}
    c += t.own.n;
#pragma pointerchain region end
    return c;
}

int waits(struct sim *s)
{
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
#pragma omp target map(s->a->n) LATER // expected-error[unknown-construct]{{macro 'LATER' in 'omp target'}}
    s->a->n = 3;
#pragma pointerchain region end
    return s->a->n;
}

int around(struct sim *s)
{
#pragma omp MAKE // expected-error[unknown-construct]{{macro 'MAKE' in 'omp' spells more than a value}}
    {
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
        s->a->n++;
#pragma pointerchain region end
    }
    return s->a->n;
}

int values(struct sim *s, int *x)
{
    int c = 0, i = 0;
#pragma pointerchain region begin declare(s->a->n)
#pragma omp parallel for num_threads(FOUR) collapse(1) SCHEDULE OTHER reduction(OP : c)
    for (i = 0; i < 4; i++) c += s->a->n;
#pragma omp parallel for schedule(HOW) reduction(+ : c)
    for (i = 0; i < 4; i++) c += s->a->n;
#pragma omp target map(tofrom : x[0 : FOUR]) map(to : s->a->n)
    x[0] = s->a->n;
#pragma pointerchain region end
    return c;
}

int main(void)
{
    return 0;
}
