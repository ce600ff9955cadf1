// Uses in the texts of directives: a lambda has the local for its directive, 'default(none)' names it for an
// inner leaf's clause, and an array under 'sizeof' stays the array.
// args: -fopenmp
#include <cstdio>
struct part { int n; double box[3]; };

static void run(part *s)
{
    int k = 0;
#pragma pointerchain region begin declare(s->n, s->box)
    auto count = [s]() {
        int r = 0;
#pragma omp parallel num_threads(s->n) reduction(+: r)
        r++;
        return r;
    };
    auto all = [=]() {
        int r = 0;
#pragma omp parallel num_threads(s->n) reduction(+: r)
        r++;
        return r;
    };
    k += count() + all();
#pragma omp parallel for default(none) shared(s) schedule(static, s->n) reduction(+: k)
    for (int i = 0; i < 4; i++)
        k += i;
#pragma omp parallel num_threads(sizeof(s->box) / sizeof(s->box[0])) reduction(+: k)
    k++;
#pragma omp parallel num_threads((int)s->box[0]) if(not (s->n > 7)) reduction(+: k)
    k++;
#pragma pointerchain region end
    std::printf("%d\n", k);
}

int main()
{
    part p = {2, {2, 3, 4}};
    run(&p);
}
