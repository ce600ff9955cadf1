// Another name of a chain that the region changes would keep the old value, as would a text that Clang does not read.
struct atoms { int n; };
struct sim { atoms *a; };

int old(sim *s)
{
    int c = 0;
    atoms &t = *s->a;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->a->n = 2;
#pragma omp parallel num_threads(t.n) reduction(+: c) // expected-error[spelled-otherwise]{{with its root spelled otherwise}}
    c++;
#pragma omp parallel num_threads(static_cast<sim *>(s)->a->n) reduction(+: c) // expected-error[spelled-otherwise]{{is used through another cast}}
    c++;
#pragma omp parallel num_threads([&] { return s->a->n; }()) reduction(+: c) // expected-error[unknown-construct]{{what 'omp parallel' says of chain 's->a->n' here is not known}}
    c++;
#pragma pointerchain region end
    return c;
}

int main()
{
    atoms a = {1};
    sim s = {&a};
    return old(&s) - 6;
}
