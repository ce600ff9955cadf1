// Directives of a region move copies of what its locals stand for.
struct sim { int n, k; double *x; };

static int moved(struct sim *s)
{
    int r = 0;
#pragma pointerchain region begin declare(s->n) // expected-note{{declared here}}
#pragma omp target update from(s[0:1]) // expected-error[enclosing-data]:32{{'omp target update' may bring another value of chain 's->n' than the region has in its local: keep it out of the region}} expected-note{{'omp target update' stands here}}
    r = s->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->n) // expected-note{{declared here}}
    s->n = 5; // expected-note{{it may be changed here}}
#pragma omp target update to(s[0:1]) // expected-error[enclosing-data]:30{{'omp target update' copies 's[0:1]' to the device before chain 's->n' is written back: end the region before it}} expected-note{{stands here}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->k, s->x) // expected-note{{declared here}}
#pragma acc data copy(s[0:1]) // expected-error[enclosing-data]:23{{'acc data' may bring another value of chain 's->k'}} expected-note{{begins here}}
    s->k = 1;
#pragma acc update device(s->x[0:4])
#pragma pointerchain region end
    return r;
}

int main(void)
{
    double x[4] = {0};
    struct sim s = {1, 2, x};
    return moved(&s);
}
