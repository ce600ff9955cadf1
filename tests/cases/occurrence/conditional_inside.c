// A conditional line inside a path: which of the tokens are the path's only the preprocessor knows.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
    int sum = 0;
#pragma pointerchain region begin declare(sim->atoms->m)
    sim->atoms->m = 77;
    sum += sim->atoms
#ifdef UNKNOWN // expected-error[preprocessor-line]{{a preprocessor line inside an expression with a chain's root is not supported: write the whole expression in each branch}}
        ->n
#else // expected-error[preprocessor-line]{{a preprocessor line inside an expression with a chain's root is not supported: write the whole expression in each branch}}
        ->m
#endif
        ;
#pragma pointerchain region end
    return sum + b.n;
}
