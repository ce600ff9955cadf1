// Clauses run what no name before a parenthesis says: instances of templates, constructors, conversions, combiners.
struct part { int n; };
static part g = {2};
template <class T> int bump(part *s) { return s->n++; }
template <class T> int bump_global() { return g.n++; }
struct made { int v; made() { v = g.n++; } };
struct flag { operator bool() { return g.n++ > 0; } };
struct Changed {
    int v = 0;
    Changed() {}
    Changed(const Changed &o) : v(o.v) { g.n++; }
};
static void combine(int *a, int *b) { *a += *b; g.n++; }
#pragma omp declare reduction(plus: int: combine(&omp_out, &omp_in)) initializer(omp_priv = 0)

static int run(part *s)
{
    int k = 0;
    flag w;
    Changed c;
#pragma pointerchain region begin declare(s->n) // expected-note{{declared here}}
#pragma omp parallel num_threads(bump<int>(s)) reduction(+: k) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'bump', which could change chain 's->n': evaluate it before the region}}
    k += s->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(g.n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    k += g.n;
#pragma omp parallel num_threads(bump_global<int>()) reduction(+: k) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'bump_global', which could change chain 'g.n': evaluate it before the region}}
    k++;
#pragma omp parallel num_threads(made{}.v) reduction(+: k) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'made', which could change chain 'g.n': evaluate it before the region}}
    k++;
#pragma omp parallel if(w) num_threads(2) reduction(+: k) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'w', which could change chain 'g.n': evaluate it before the region}}
    k++;
#pragma omp parallel firstprivate(c) num_threads(2) reduction(+: k) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'c', which could change chain 'g.n': evaluate it before the region}} expected-note{{'omp parallel' begins here}}
    k += c.v;
#pragma omp parallel num_threads(2) reduction(plus: k) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'plus', which could change chain 'g.n': evaluate it before the region}} expected-note{{'omp parallel' begins here}}
    k++;
#pragma pointerchain region end
    return k;
}

template <class T> struct base { int n = 1; };
template <class T> struct derived : base<T> {
    int run()
    {
        int k = 0;
#pragma pointerchain region begin declare(this->n) // expected-note{{declared here}}
        this->n++;
#pragma omp parallel num_threads(base<T>::n) reduction(+: k) // expected-error[unknown-construct]{{what 'omp parallel' says of chain 'this->n' here is not known: keep the directive out of the region}}
        k++;
#pragma pointerchain region end
        return k;
    }
};

int main()
{
    part p = {2};
    derived<int> d;
    return run(&p) + d.run();
}
