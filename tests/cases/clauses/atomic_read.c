// also: openmp
// An atomic read shows what other threads have stored since, and the local would not.
struct atoms { int n, *x; };
struct sim { struct atoms *a; };

int polls(struct sim *s)
{
    int v;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}}
    do {
#pragma omp atomic read // expected-note{{'omp atomic' begins here}}
        v = s->a->n; // expected-error[write-in-parallel]{{chain 's->a->n' is read by 'omp atomic', which shows what other threads have stored since: end the region before that}}
    } while (!v);
#pragma pointerchain region end
    return v;
}

int of_an_element(struct sim *s, int k)
{
    int v;
#pragma pointerchain region begin declare(s->a->x, s->a->n)
    do {
#pragma omp atomic read
        v = s->a->x[k];
#pragma omp atomic read
        v = s->a->x[s->a->n];
    } while (!v);
#pragma pointerchain region end
    return v;
}

int of_what_the_region_counts(struct sim *s)
{
    int v = 0;
#pragma pointerchain region begin declare(s->a->n)
#pragma omp parallel firstprivate(v)
    {
#pragma omp atomic
        s->a->n += 1;
#pragma omp atomic read
        v = s->a->n;
    }
#pragma pointerchain region end
    return v;
}

int main(void)
{
    return 0;
}
