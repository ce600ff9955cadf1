// A cancellation leaves the construct around the region: nothing is written back on that way.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    struct sim sims[2] = {*sim, {&b, {0}, 0}};
#pragma omp parallel for
    for (int i = 0; i < 2; i++) {
        struct sim *one = &sims[i];
#pragma pointerchain region begin declare(one->atoms->n) // expected-note{{declared here}}
        one->atoms->n += 1;
#pragma omp cancel for if (i == 0) // expected-error[unsupported-exit]{{'omp cancel for' in a region that writes back 'one->atoms->n'}}
        one->atoms->n += 1;
#pragma pointerchain region end
    }
    return a.n + b.n;
}
