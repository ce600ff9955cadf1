// What a clause calls or assigns comes behind the chain's evaluation; queries of the runtime do no harm.
// 'linear' assigns where its loop ends.
struct atoms { int n; double *x; };
struct sim { struct atoms *a, *b, *row[4]; int (*ask)(int), (*size)(struct sim *); };
int set(struct sim *s) { s->a = s->b; return 2; }
#define SET set(s)
int vouched(void);

void calls(struct sim *s, int n)
{
#pragma pointerchain region begin declare(s->a->x) // expected-note{{declared here}}
#pragma omp parallel for num_threads(set(s)) // expected-error[stored-by-call]{{a clause of 'omp parallel for' runs 'set', which could change chain 's->a->x': evaluate it before the region}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        s->a->x[i] = i;
#pragma pointerchain region end
}

void by_macro(struct sim *s, int n)
{
#pragma pointerchain region begin declare(s->a->x) // expected-note{{declared here}}
#pragma omp parallel for if(n > 2) num_threads(SET) // expected-error[stored-by-call]{{runs 'set'}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        s->a->x[i] = i;
#pragma pointerchain region end
}

void assigns(struct sim *s, struct sim *t, int n)
{
#pragma pointerchain region begin declare(s->a->x) // expected-note{{declared here}}
#pragma omp parallel for num_threads((s = t, 2)) // expected-error[stored-by-call]{{runs '='}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        s->a->x[i] = i;
#pragma pointerchain region end
}

void harmless(struct sim *s, int n, int m)
{
#pragma pointerchain promise(reads(vouched))
#pragma pointerchain region begin declare(s->a->x)
#pragma omp parallel for if(n >= 2 && m != 3) num_threads(omp_get_max_threads() + vouched()) schedule(static, (n + 1) / 2)
    for (int i = 0; i < n; i++)
        s->a->x[i] = i;
#pragma pointerchain region end
}

void member(struct sim *s, int n)
{
#pragma pointerchain region begin declare(s->a->x) // expected-note{{declared here}}
#pragma omp parallel for num_threads(s->ask(n)) // expected-error[stored-by-call]{{runs 'ask'}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        s->a->x[i] = i;
#pragma pointerchain region end
}

void named_as_a_container_s(struct sim *s, int n)
{
#pragma pointerchain region begin declare(s->a->x) // expected-note{{declared here}}
#pragma omp parallel for num_threads(s->size(s)) // expected-error[stored-by-call]{{runs 'size'}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        s->a->x[i] = i;
#pragma pointerchain region end
}

double linear(struct sim *s, int n, int k)
{
    double sum = 0;
#pragma pointerchain region begin declare(s->row[k]->x) // expected-note{{declared here}}
    sum += s->row[k]->x[0];
#pragma omp simd linear(k:1) // expected-error[private-root]{{'linear' of 'omp simd' changes 'k', on which chain 's->row[k]->x' depends}} // expected-note{{begins here}}
    for (int i = 0; i < n; i++)
        ;
    sum += s->row[k]->x[0];
#pragma pointerchain region end
    return sum;
}

double linear_after(struct sim *s, int n, int k)
{
    double sum = 0;
#pragma pointerchain region begin declare(s->a->x)
    sum += s->a->x[0];
#pragma omp simd linear(k:1)
    for (int i = 0; i < n; i++)
        ;
#pragma pointerchain region end
    return sum + k;
}
