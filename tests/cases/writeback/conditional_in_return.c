// A preprocessor line inside a way out: where its text ends only the preprocessor knows.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

static int count(struct sim *sim)
{
#pragma pointerchain region begin declare(sim->atoms->n)
    sim->atoms->n += 1;
    return
#ifdef UNKNOWN // expected-error[preprocessor-line]{{a preprocessor line inside a 'return' out of the region is not supported}}
        1;
#else
        sim->atoms->n;
#endif
#pragma pointerchain region end
}

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    return count(sim) + b.n;
}
