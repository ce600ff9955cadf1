// Where a macro spells a directive as an attribute, nobody looks for what it does to a region.
// args: -std=c++17
// run: no
#define PARALLEL(clauses) \
    [[omp::directive(parallel for clauses)]]
struct A { int n; double *x; };
struct S { A *a; };

int one(S *s, int m)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-error[unreadable-token]{{macro 'PARALLEL' makes a directive in an attribute, which is not supported in a program with regions: write it as '#pragma omp'}}
    PARALLEL(reduction(+ : t))
    for (int i = 0; i < m; i++)
        t += s->a->n;
#pragma pointerchain region end
    return t;
}
