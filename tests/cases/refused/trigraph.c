// args: -std=c11
// Trigraphs are brackets to Clang and no tokens to the scan.
struct vec { int x, y; };
struct atoms { int n, m; int box[4]; struct vec v; };
struct sim { struct atoms *atoms, *list[4]; int k; };

int main(void)
{
    struct atoms a = {1, 2, {1, 2, 3, 4}, {5, 6}}, b = {10, 20, {9, 8, 7, 6}, {50, 60}};
    struct sim store = {&a, {&a, &b, &a, &b}, 1}, *sim = &store;
#pragma pointerchain region begin declare(sim->list[0]->n)
    sim->list[0]->n = 5;
    sim->list??(0??)->n += 1; // expected-error[unreadable-token]{{a trigraph in a region is not supported}}
#pragma pointerchain region end
    return a.n + b.n;
}
