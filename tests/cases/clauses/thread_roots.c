// Each thread has a root of its own, by its storage or by a clause.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };
static _Thread_local struct sim *own;
static struct sim *mine;
#pragma omp threadprivate(mine)

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0, k = 0;
    own = mine = sim;
#pragma pointerchain region begin declare(own->atoms->n, mine->atoms->m) // expected-note{{declared here}} expected-note{{declared here}}
    sum += own->atoms->n;
#pragma omp parallel reduction(+ : sum) // expected-note{{'omp parallel' begins here}} expected-note{{'omp parallel' begins here}}
    sum += own->atoms->n + mine->atoms->m; // expected-error[private-root]{{each thread of 'omp parallel' has a 'own' of its own, on which chain 'own->atoms->n' depends: begin the region inside the construct}} expected-error[private-root]{{each thread of 'omp parallel' has a 'mine' of its own, on which chain 'mine->atoms->m' depends: begin the region inside the construct}}
#pragma pointerchain region end
#pragma pointerchain region begin declare(sim->atoms->n, sim->list[k]->m) // expected-note{{declared here}} expected-note{{declared here}}
#pragma omp parallel for linear(sim : 1) linear(k : 1) reduction(+ : sum) // expected-note{{'omp parallel for' begins here}} expected-note{{'omp parallel for' begins here}}
    for (int i = 0; i < 2; i++)
        sum += sim->atoms->n + sim->list[k]->m; // expected-error[private-root]{{'linear' of 'omp parallel for' changes 'sim', on which chain 'sim->atoms->n' depends: begin the region inside the construct}} expected-error[private-root]{{'linear' of 'omp parallel for' changes 'sim', on which chain 'sim->list[k]->m' depends: begin the region inside the construct}}
#pragma pointerchain region end
    return sum + b.n;
}
