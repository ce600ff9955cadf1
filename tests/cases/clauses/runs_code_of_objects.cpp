// Copies and reductions of objects that lead to a chain run code of the program's.
struct atoms { int n; };
struct sim { atoms *a; };
struct counted {
    sim *s;
    int v;
    explicit counted(sim *q) : s(q), v(0) {}
    counted(const counted &other) : s(other.s), v(other.v) { s->a->n += 5; }
};
struct sum { sim *s; int v; };
static void combine(sum &out, const sum &in) { out.v += in.v; out.s->a->n += 1; }
#pragma omp declare reduction(called : sum : combine(omp_out, omp_in)) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(direct : sum : omp_out.v += omp_in.v, omp_out.s->a->n += 7) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(largest : double : omp_out = __builtin_fmax(omp_out, omp_in))
#pragma omp declare reduction(plain : sum : omp_out.v += omp_in.v) initializer(omp_priv = omp_orig)

static int copies(sim *s)
{
    int r = 0;
    counted c(s);
#pragma pointerchain region begin declare(s->a->n) // expected-note{{chain 's->a->n' is declared here}}
    r = s->a->n;
#pragma omp parallel firstprivate(c) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'c', which could change chain 's->a->n': evaluate it before the region}} expected-note{{'omp parallel' begins here}}
    c.v++;
    r += s->a->n;
#pragma pointerchain region end
    return r;
}

static int reductions(sim *s)
{
    int r = 0;
    sum t{s, 0};
#pragma pointerchain region begin declare(s->a->n) // expected-note{{chain 's->a->n' is declared here}}
    r = s->a->n;
#pragma omp parallel reduction(called: t) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'called', which could change chain 's->a->n': evaluate it before the region}} expected-note{{'omp parallel' begins here}}
    t.v++;
    r += s->a->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n) // expected-note{{chain 's->a->n' is declared here}}
    r = s->a->n;
#pragma omp parallel reduction(direct: t) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'direct', which could change chain 's->a->n': evaluate it before the region}} expected-note{{'omp parallel' begins here}}
    t.v++;
    r += s->a->n;
#pragma pointerchain region end
#pragma pointerchain region begin declare(s->a->n)
    r = s->a->n;
    double most = 0;
#pragma omp parallel reduction(plain: t) reduction(largest: most)
    most = t.v++;
    r += s->a->n;
#pragma pointerchain region end
    return r;
}

int main()
{
    atoms a{1};
    sim s{&a};
    return copies(&s) + reductions(&s);
}
