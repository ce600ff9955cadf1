// Uses in the texts of directives: a lambda has the local for its directive, 'default(none)' names it for an
// inner leaf's clause, and an array under 'sizeof' stays the array.
// args: -fopenmp
#include <cstdio>
struct part { int n; double box[3]; };

static void run(part *s)
{
    int k = 0;
{ int pc_n = s->n; auto *pc_box = s->box; (void)pc_n; (void)pc_box;
    auto count = [pc_n]() {
        int r = 0;
#pragma omp parallel num_threads(pc_n) reduction(+: r)
        r++;
        return r;
    };
    auto all = [=]() {
        int r = 0;
#pragma omp parallel num_threads(pc_n) reduction(+: r)
        r++;
        return r;
    };
    k += count() + all();
#pragma omp parallel for default(none) shared(s) schedule(static, pc_n) reduction(+: k) shared(pc_n)
    for (int i = 0; i < 4; i++)
        k += i;
#pragma omp parallel num_threads(sizeof(s->box) / sizeof(s->box[0])) reduction(+: k)
    k++;
#pragma omp parallel num_threads((int)pc_box[0]) if(not (pc_n > 7)) reduction(+: k)
    k++;
}
    std::printf("%d\n", k);
}

int main()
{
    part p = {2, {2, 3, 4}};
    run(&p);
}
