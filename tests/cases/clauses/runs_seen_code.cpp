// What a clause calls runs behind the chain's evaluation: its body shows what it reads and stores.
struct inner { int n, m; };
static inner one = {1, 2};
static inner *top = &one;
static int many() { return top->n; }
static int other() { return top->m; }
struct outer {
    int n, k;
    inner *i;
    int count() { return n; }
    int deep() const { return i->n; }
    int next() { return ++k; }
    int apart() { return i->m; }
    int elsewhere();
    int run()
    {
        int r = 0;
#pragma pointerchain region begin declare(n, i->n, k) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
        n = 3;
        i->n = 4;
        r += k;
#pragma omp parallel num_threads(count()) reduction(+: r) // expected-error[stored-by-call]{{a clause of 'omp parallel' runs 'count', which may read chain 'n', that the region changes: evaluate it before the region}}
        r++;
#pragma omp parallel num_threads(this->deep()) reduction(+: r) // expected-error[stored-by-call]{{runs 'deep', which may read chain 'i->n'}}
        r++;
#pragma omp parallel num_threads(next()) reduction(+: r) // expected-error[stored-by-call]{{runs 'next', which could change chain 'k'}}
        r++;
#pragma omp parallel num_threads(apart()) reduction(+: r)
        r++;
#pragma omp parallel num_threads(elsewhere()) reduction(+: r) // expected-error[stored-by-call]{{runs 'elsewhere', which may read chain 'n'}}
        r++;
#pragma pointerchain region end
        return r;
    }
};

static int global()
{
    int r = 0;
#pragma pointerchain region begin declare(top->n) // expected-note{{declared here}}
    top->n = 3;
#pragma omp parallel num_threads(many()) reduction(+: r) // expected-error[stored-by-call]{{runs 'many', which may read chain 'top->n'}}
    r++;
#pragma omp parallel num_threads(other()) reduction(+: r)
    r++;
#pragma pointerchain region end
    return r;
}

int main()
{
    outer o = {1, 2, &one};
    return o.run() + global();
}
