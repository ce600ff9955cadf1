// A directive that an attribute spells is not read: its clauses would not be about the locals.
// args: -std=c++17
// run: no
struct A { int n; double *x; };
struct S { A *a; };

int one(S *s, int m)
{
    int t = 0;
#pragma pointerchain region begin declare(s->a->n, s->a->x)
    [[omp::directive(parallel for reduction(+ : t))]] // expected-error[unreadable-token]{{a directive in an attribute in a region is not supported: write it as '#pragma omp'}}
    for (int i = 0; i < m; i++)
        t += s->a->n;
    [[ using omp : sequence(directive(parallel), directive(for))]]
    for (int i = 0; i < m; i++)
        s->a->x[i] += 1;
#pragma pointerchain region end
    return t;
}

int two(S *s, int m)
{
    int t = 0;
    [[omp::directive(parallel for pointerchain(s->a->n))]] // expected-error[misplaced-directive]{{a 'pointerchain' clause cannot stand in an attribute: write the directive as '#pragma omp'}}
    for (int i = 0; i < m; i++)
        t += s->a->n;
    [[omp::directive(parallel for)]]
    for (int i = 0; i < m; i++)
        t += s->a->n;
    return t;
}
