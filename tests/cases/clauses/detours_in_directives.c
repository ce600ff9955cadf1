// A directive that reaches what the region changes otherwise than by the chain's spelling would get the old value.
struct part { int n, m; };
struct whole { struct part *a; };

static int run(struct whole *s, struct part *other)
{
    int k = 0;
#pragma pointerchain region begin declare(s->a->n) // expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}} expected-note{{declared here}}
    s->a->n++;
#pragma omp parallel num_threads((&*s)->a->n) reduction(+: k) // expected-error[spelled-otherwise]{{chain 's->a->n' is used in a directive with its root spelled otherwise: spell it as in its declare}}
    k++;
#pragma omp parallel num_threads((*(&s->a))->n) reduction(+: k) // expected-error[spelled-otherwise]{{chain 's->a->n' is used in a directive with its root spelled otherwise: spell it as in its declare}}
    k++;
#pragma omp parallel num_threads((0, s)->a->n) reduction(+: k) // expected-error[spelled-otherwise]{{chain 's->a->n' is used in a directive with its root spelled otherwise: spell it as in its declare}}
    k++;
#pragma omp parallel num_threads((k ? s : s)->a->n) reduction(+: k) // expected-error[spelled-otherwise]{{chain 's->a->n' is used in a directive with its root spelled otherwise: spell it as in its declare}}
    k++;
#pragma omp parallel num_threads(other->n) reduction(+: k) // expected-warning[aliased-read]{{'other->n' reads member 'n' of chain 's->a->n' by another path while the region changes it}}
    k++;
#pragma omp parallel num_threads(other->m) reduction(+: k)
    k++;
#pragma pointerchain region end
    return k;
}

int main(void)
{
    struct part p = {1, 1}, q = {1, 1};
    struct whole w = {&p};
    return run(&w, &q) > 99;
}
